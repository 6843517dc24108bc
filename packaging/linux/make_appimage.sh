#!/usr/bin/env bash
# An AppImage out of an unpacked .deb; needs `appimagetool` on the path (its own release page has it; no package of
# Debian does). Not run by `packaging/dev.py package`.
#
#   make_appimage.sh docuchat_1.0_amd64.deb docuchat-1.0-x86_64.AppImage
set -euo pipefail
package=$1
image=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

dpkg-deb -x "$package" "$folder"
cp "$folder/usr/share/applications/docuchat.desktop" "$folder/usr/share/icons/hicolor/256x256/apps/docuchat.png" "$folder/"
ln -sf docuchat.png "$folder/.DirIcon"
cat > "$folder/AppRun" <<'EOF'
#!/bin/sh
# `docuchat` in the terminal: a link of that name to the image, or `--terminal` as the first word.
here=$(dirname "$(readlink -f "$0")")
case "$(basename "${ARGV0:-$0}")" in docuchat) exec "$here/usr/lib/docuchat/docuchat" "$@" ;; esac
if [ "${1:-}" = --terminal ]; then shift; exec "$here/usr/lib/docuchat/docuchat" "$@"; fi
exec "$here/usr/lib/docuchat/docuchat-desktop" "$@"
EOF
chmod +x "$folder/AppRun"
# The runtime is put in front of the file system; without a local one the tool would fetch it.
appimagetool --no-appstream ${APPIMAGE_RUNTIME:+--runtime-file "$APPIMAGE_RUNTIME"} "$folder" "$image"
