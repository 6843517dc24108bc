#!/usr/bin/env bash
# A signed and notarised disk image out of DocuChat.app; called by bundle/macos.py, on macOS only.
#
#   make_dmg.sh DocuChat.app docuchat-1.0.dmg
#
# DOCUCHAT_CODESIGN   the identity, such as "Developer ID Application: …"; without it the seal has no name ("ad
#                     hoc"), and macOS opens the program only after "Open anyway"
# DOCUCHAT_NOTARY     a profile of `xcrun notarytool store-credentials`; without it nothing is sent to Apple
set -euo pipefail
app=$1
image=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Programs and libraries, whatever they are called: Python and Qt lie in frameworks without an ending.
binaries() {
    find "$app/Contents" -type f -print0 | while IFS= read -r -d '' file; do
        case "$(file -b "$file")" in *Mach-O*) printf '%s\0' "$file" ;; esac
    done
}

if [ -n "${DOCUCHAT_CODESIGN:-}" ]; then
    sign=(codesign --force --timestamp --options runtime --sign "$DOCUCHAT_CODESIGN")
    # From the inside outwards: a library that is signed after its program makes the program's seal void.
    binaries | xargs -0 -n 50 "${sign[@]}"
    find "$app/Contents" -depth -type d -name '*.framework' -print0 | xargs -0 -n 1 "${sign[@]}"
    for program in "$app"/Contents/MacOS/*; do
        "${sign[@]}" --entitlements "$here/entitlements.plist" "$program"
    done
    "${sign[@]}" --entitlements "$here/entitlements.plist" "$app"
else
    echo "DOCUCHAT_CODESIGN is not set: the program is sealed without a name." >&2
    # PyInstaller sealed it before the papers were put in, and Apple's processors run nothing with a void seal.
    codesign --force --deep --sign - "$app"
fi
codesign --verify --deep --strict "$app"

cp -R "$app" "$folder/"
ln -s /Applications "$folder/Applications"
hdiutil create -volname DocuChat -srcfolder "$folder" -fs HFS+ -format UDZO -ov "$image"

if [ -n "${DOCUCHAT_CODESIGN:-}" ]; then
    codesign --timestamp --sign "$DOCUCHAT_CODESIGN" "$image"
fi
if [ -n "${DOCUCHAT_NOTARY:-}" ]; then
    xcrun notarytool submit "$image" --keychain-profile "$DOCUCHAT_NOTARY" --wait
    xcrun stapler staple "$image"
    spctl --assess --type open --context context:primary-signature "$image"
else
    echo "DOCUCHAT_NOTARY is not set: the image is not notarised." >&2
fi
