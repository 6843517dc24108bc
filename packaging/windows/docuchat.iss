; The installer for Windows, compiled by bundle/windows.py:
;   ISCC /DVersion=... /DFolder=... /DOut=... /DIcon=... /DName=... [/DSigned /Sdocuchat=COMMAND] docuchat.iss
; Needs Inno Setup 6.3, the first that knows x64compatible (Windows on ARM runs the program, too).
; For one user without administrator's rights, or for all with them. Nothing is fetched. The library and the
; models of users lie in their own folders and stay when the program is removed.

#if Ver < EncodeVer(6, 3, 0)
  #error Inno Setup 6.3 or later is needed.
#endif

[Setup]
; Never changes: by it a later version finds the earlier one. Both editions share it, so one replaces the other.
AppId={{7C0C0A5B-6A0E-4C53-9E5B-2D8E3C3B9A41}
AppName=DocuChat
AppVersion={#Version}
AppPublisher=The DocuChat authors
AppCopyright=The DocuChat authors, AGPL-3.0-or-later
DefaultDirName={autopf}\DocuChat
DefaultGroupName=DocuChat
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
LicenseFile={#Folder}\LICENSE
OutputDir={#Out}
OutputBaseFilename={#Name}
SetupIconFile={#Icon}
UninstallDisplayIcon={app}\docuchat-desktop.exe
Compression=lzma2/fast
SolidCompression=no
; A running window holds its files: it is asked to close, not killed.
CloseApplications=yes
RestartApplications=no
ChangesAssociations=yes
#ifdef Signed
SignTool=docuchat
SignedUninstaller=yes
#endif

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "de"; MessagesFile: "compiler:Languages\German.isl"

[CustomMessages]
en.DesktopIcon=Put an icon on the desktop
de.DesktopIcon=Symbol auf dem Desktop ablegen
en.Start=Start DocuChat
de.Start=DocuChat starten

[Tasks]
Name: "desktopicon"; Description: "{cm:DesktopIcon}"; Flags: unchecked

[InstallDelete]
; Libraries of the version before must not lie among those of this one.
Type: filesandordirs; Name: "{app}\_internal"
Type: filesandordirs; Name: "{app}\licences"
Type: filesandordirs; Name: "{app}\documentation"

[Files]
Source: "{#Folder}\*"; DestDir: "{app}"; Flags: recursesubdirs createallsubdirs ignoreversion

[Icons]
Name: "{group}\DocuChat"; Filename: "{app}\docuchat-desktop.exe"
Name: "{autodesktop}\DocuChat"; Filename: "{app}\docuchat-desktop.exe"; Tasks: desktopicon

[Registry]
; "Open with", for the formats that are asked about most; what opens them by default stays as it is.
Root: HKA; Subkey: "Software\Classes\Applications\docuchat-desktop.exe"; ValueType: string; ValueName: "FriendlyAppName"; ValueData: "DocuChat"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Applications\docuchat-desktop.exe\shell\open\command"; ValueType: string; ValueData: """{app}\docuchat-desktop.exe"" ""%1"""
Root: HKA; Subkey: "Software\Classes\Applications\docuchat-desktop.exe\SupportedTypes"; ValueType: string; ValueName: ".pdf"; ValueData: ""
Root: HKA; Subkey: "Software\Classes\Applications\docuchat-desktop.exe\SupportedTypes"; ValueType: string; ValueName: ".docx"; ValueData: ""
Root: HKA; Subkey: "Software\Classes\Applications\docuchat-desktop.exe\SupportedTypes"; ValueType: string; ValueName: ".pptx"; ValueData: ""
Root: HKA; Subkey: "Software\Classes\Applications\docuchat-desktop.exe\SupportedTypes"; ValueType: string; ValueName: ".xlsx"; ValueData: ""
Root: HKA; Subkey: "Software\Classes\Applications\docuchat-desktop.exe\SupportedTypes"; ValueType: string; ValueName: ".epub"; ValueData: ""

[Run]
Filename: "{app}\docuchat-desktop.exe"; Description: "{cm:Start}"; Flags: nowait postinstall skipifsilent
