#!/usr/bin/env bash
# A signed and notarised disk image out of DocuChat.app; called by bundle/macos.py, on macOS only.
#
#   make_dmg.sh DocuChat.app docuchat-1.0.dmg
#
# DOCUCHAT_CODESIGN   the identity, such as "Developer ID Application: …"; without it nothing is signed, and macOS
#                     opens the program only after "Open anyway"
# DOCUCHAT_NOTARY     a profile of `xcrun notarytool store-credentials`; without it nothing is sent to Apple
set -euo pipefail
app=$1
image=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

if [ -n "${DOCUCHAT_CODESIGN:-}" ]; then
    # From the inside outwards: a library that is signed after its program makes the program's seal void.
    find "$app/Contents" -type f \( -name '*.dylib' -o -name '*.so' \) -print0 |
        xargs -0 -n 50 codesign --force --timestamp --options runtime --sign "$DOCUCHAT_CODESIGN"
    for program in "$app"/Contents/MacOS/*; do
        codesign --force --timestamp --options runtime --entitlements "$here/entitlements.plist" \
            --sign "$DOCUCHAT_CODESIGN" "$program"
    done
    codesign --force --timestamp --options runtime --entitlements "$here/entitlements.plist" \
        --sign "$DOCUCHAT_CODESIGN" "$app"
    codesign --verify --deep --strict "$app"
else
    echo "DOCUCHAT_CODESIGN is not set: the program is not signed." >&2
fi

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
