<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
  <context>
    <name>About</name>
    <message>
      <location filename="../../desktop/shared/about_box.py" />
      <source>About DocuChat</source>
      <translation>Über DocuChat</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/about_box.py" />
      <source>Ask questions about your own documents, offline, and check every sentence of the answer. Your documents, your questions and the answers stay on this computer.</source>
      <translation>Stellen Sie Fragen zu Ihren eigenen Dokumenten, ohne Netz, und prüfen Sie jeden Satz der Antwort. Ihre Dokumente, Ihre Fragen und die Antworten bleiben auf diesem Rechner.</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/about_box.py" />
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/about_box.py" />
      <source>Free software under the GNU Affero General Public License, version 3 or later; it comes without any warranty. Built with Qt, PyMuPDF, Qdrant Edge, fastembed and llama.cpp.</source>
      <translation>Freie Software unter der GNU Affero General Public License, Version 3 oder neuer; ohne jede Gewährleistung. Gebaut mit Qt, PyMuPDF, Qdrant Edge, fastembed und llama.cpp.</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/about_box.py" />
      <source>Licences</source>
      <translation>Lizenzen</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/about_box.py" />
      <source>Licences of what DocuChat is made of</source>
      <translation>Lizenzen der Bestandteile von DocuChat</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/about_box.py" />
      <source>Open the texts</source>
      <translation>Texte öffnen</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/about_box.py" />
      <source>They lie in the folder of the program.</source>
      <translation>Sie liegen im Ordner des Programms.</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/about_box.py" />
      <source>Version {version}</source>
      <translation>Version {version}</translation>
    </message>
  </context>
  <context>
    <name>Actions</name>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>&amp;About DocuChat</source>
      <translation>Ü&amp;ber DocuChat</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>&amp;Agent mode</source>
      <translation>&amp;Agent-Modus</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>&amp;Appearance</source>
      <translation>&amp;Erscheinungsbild</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>&amp;Buckets and fields…</source>
      <translation>&amp;Fächer und Felder …</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>&amp;Chat mode</source>
      <translation>&amp;Chat-Modus</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>&amp;Conversation</source>
      <translation>&amp;Gespräch</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>&amp;Dark</source>
      <translation>&amp;Dunkel</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>&amp;Document</source>
      <translation>&amp;Dokument</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>&amp;Documentation</source>
      <translation>&amp;Dokumentation</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>&amp;Export…</source>
      <translation>&amp;Exportieren …</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>&amp;Fit width</source>
      <translation>An die B&amp;reite anpassen</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>&amp;Help</source>
      <translation>&amp;Hilfe</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>&amp;Keys</source>
      <translation>&amp;Tasten</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>&amp;Larger page</source>
      <translation>Seite &amp;größer</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>&amp;Library</source>
      <translation>&amp;Bibliothek</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>&amp;Light</source>
      <translation>&amp;Hell</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>&amp;New conversation</source>
      <translation>&amp;Neues Gespräch</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>&amp;New workspace…</source>
      <translation>&amp;Neuer Arbeitsbereich …</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>&amp;Past conversations</source>
      <translation>Frühere Ges&amp;präche</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>&amp;Quit</source>
      <translation>&amp;Beenden</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>&amp;Remove selected…</source>
      <translation>Auswahl &amp;entfernen …</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>&amp;Research mode</source>
      <translation>&amp;Recherche-Modus</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>&amp;Send</source>
      <translation>&amp;Senden</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>&amp;Sources</source>
      <translation>&amp;Quellen</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>&amp;Trace</source>
      <translation>A&amp;blauf</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>&amp;View</source>
      <translation>&amp;Ansicht</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>&amp;Write a question</source>
      <translation>&amp;Frage schreiben</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>Add &amp;files…</source>
      <translation>&amp;Dateien hinzufügen …</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>Add f&amp;older…</source>
      <translation>&amp;Ordner hinzufügen …</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>Folders &amp;kept in step…</source>
      <translation>Ab&amp;geglichene Ordner …</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>Like the &amp;system</source>
      <translation>Wie das &amp;System</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>Next &amp;pane</source>
      <translation>&amp;Nächster Bereich</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>Open &amp;log folder</source>
      <translation>&amp;Protokollordner öffnen</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>S&amp;ettings…</source>
      <translation>E&amp;instellungen …</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>S&amp;maller page</source>
      <translation>Seite &amp;kleiner</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>S&amp;top</source>
      <translation>Anha&amp;lten</translation>
    </message>
    <message>
      <location filename="../../desktop/actions.py" />
      <source>Ta&amp;bles</source>
      <translation>&amp;Tabellen</translation>
    </message>
  </context>
  <context>
    <name>AnswersForm</name>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>Agent mode</source>
      <translation>Agent-Modus</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>An answer is given up after</source>
      <translation>Eine Antwort wird aufgegeben nach</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>Answers are</source>
      <translation>Antworten sind</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>Chat answers with sentences of the documents, word for word, in under a second.</source>
      <translation>Chat antwortet mit Sätzen der Dokumente, Wort für Wort, in weniger als einer Sekunde.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>Copied sentences</source>
      <translation>Kopierte Sätze</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>Freedom of wording</source>
      <translation>Freiheit der Formulierung</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>Longest answer</source>
      <translation>Längste Antwort</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>More take longer.</source>
      <translation>Mehr dauern länger.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>Passages a chat answer reads</source>
      <translation>Textstellen für eine Chat-Antwort</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>Temperature: 0 answers the same each time.</source>
      <translation>Temperatur: Bei 0 ist die Antwort immer dieselbe.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>always</source>
      <translation>immer</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>as many steps as the question needs</source>
      <translation>so viele Schritte, wie die Frage braucht</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>concise</source>
      <translation>knapp</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>detailed</source>
      <translation>ausführlich</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>five steps, never more</source>
      <translation>fünf Schritte, niemals mehr</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>lists</source>
      <translation>Listen</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>never</source>
      <translation>nie</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>s</source>
      <translation>s</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>tokens</source>
      <translation>Token</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>where the model cannot write</source>
      <translation>wo das Modell nicht schreiben kann</translation>
    </message>
  </context>
  <context>
    <name>BackupsModel</name>
    <message>
      <location filename="../../desktop/settings/backup_rows.py" />
      <source>before an upgrade</source>
      <translation>vor einer Aktualisierung</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/backup_rows.py" />
      <source>copy of the day</source>
      <translation>Kopie des Tages</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/backup_rows.py" />
      <source>damaged, kept after a repair</source>
      <translation>beschädigt, nach einer Reparatur aufgehoben</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/backup_rows.py" />
      <source>made by you</source>
      <translation>von Ihnen gemacht</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/backup_rows.py" />
      <source>replaced when a copy was put back</source>
      <translation>ersetzt, als eine Kopie zurückgelegt wurde</translation>
    </message>
  </context>
  <context>
    <name>BucketForm</name>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>A word or phrase and its weight, a line each: invoice number = 4. Negative weights speak against the bucket.</source>
      <translation>Je Zeile ein Wort oder Ausdruck und sein Gewicht: Rechnungsnummer = 4. Negative Gewichte sprechen gegen das Fach.</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>Description</source>
      <translation>Beschreibung</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>Names in questions</source>
      <translation>Namen in Fragen</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>Title</source>
      <translation>Titel</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>What questions call such documents, one a line: invoice, invoices, bill</source>
      <translation>Wie Fragen solche Dokumente nennen, je Zeile eines: Rechnung, Rechnungen, Faktura</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>What these documents are, in a sentence or two; documents are compared with it</source>
      <translation>Was diese Dokumente sind, in ein, zwei Sätzen; Dokumente werden damit verglichen</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>What you call these documents</source>
      <translation>Wie Sie diese Dokumente nennen</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>Which documents</source>
      <translation>Welche Dokumente</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>Words that give it away</source>
      <translation>Verräterische Wörter</translation>
    </message>
  </context>
  <context>
    <name>BucketTableModel</name>
    <message>
      <location filename="../../desktop/tables/bucket_rows.py" />
      <source>Document</source>
      <translation>Dokument</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/bucket_rows.py" />
      <source>The name of the file</source>
      <translation>Der Name der Datei</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/bucket_rows.py" />
      <source>being read</source>
      <translation>wird gelesen</translation>
    </message>
  </context>
  <context>
    <name>BucketTableView</name>
    <message>
      <location filename="../../desktop/tables/bucket_view.py" />
      <source>Documents with their values</source>
      <translation>Dokumente mit ihren Werten</translation>
    </message>
  </context>
  <context>
    <name>ChartPanel</name>
    <message>
      <location filename="../../desktop/tables/chart_panel.py" />
      <source>1 document has no value</source>
      <translation>1 Dokument hat keinen Wert</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/chart_panel.py" />
      <source>1 document in another unit</source>
      <translation>1 Dokument in anderer Einheit</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/chart_panel.py" />
      <source>1 smaller group</source>
      <translation>1 kleinere Gruppe</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/chart_panel.py" />
      <source>As numbers</source>
      <translation>Als Zahlen</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/chart_panel.py" />
      <source>Average</source>
      <translation>Durchschnitt</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/chart_panel.py" />
      <source>Chart: {what}, {by}</source>
      <translation>Diagramm: {what}, {by}</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/chart_panel.py" />
      <source>Count</source>
      <translation>Anzahl</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/chart_panel.py" />
      <source>Currency or unit</source>
      <translation>Währung oder Einheit</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/chart_panel.py" />
      <source>Length of the periods</source>
      <translation>Länge der Zeiträume</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/chart_panel.py" />
      <source>No document of these has a value to chart.</source>
      <translation>Keines dieser Dokumente hat einen Wert für ein Diagramm.</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/chart_panel.py" />
      <source>Of which field</source>
      <translation>Von welchem Feld</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/chart_panel.py" />
      <source>Over time or by group</source>
      <translation>Über die Zeit oder nach Gruppen</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/chart_panel.py" />
      <source>Sum</source>
      <translation>Summe</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/chart_panel.py" />
      <source>The numbers of the chart</source>
      <translation>Die Zahlen des Diagramms</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/chart_panel.py" />
      <source>This bucket has no field to chart by.</source>
      <translation>Dieses Fach hat kein Feld für ein Diagramm.</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/chart_panel.py" />
      <source>What is computed</source>
      <translation>Was berechnet wird</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/chart_panel.py" />
      <source>by month</source>
      <translation>nach Monaten</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/chart_panel.py" />
      <source>by quarter</source>
      <translation>nach Quartalen</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/chart_panel.py" />
      <source>by year</source>
      <translation>nach Jahren</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/chart_panel.py" />
      <source>by {field}</source>
      <translation>nach {field}</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/chart_panel.py" />
      <source>over time: {field}</source>
      <translation>über die Zeit: {field}</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/chart_panel.py" />
      <source>without unit</source>
      <translation>ohne Einheit</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/chart_panel.py" />
      <source>{n:,} documents have no value</source>
      <translation>{n:,} Dokumente haben keinen Wert</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/chart_panel.py" />
      <source>{n:,} documents in other units</source>
      <translation>{n:,} Dokumente in anderen Einheiten</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/chart_panel.py" />
      <source>{n:,} smaller groups</source>
      <translation>{n:,} kleinere Gruppen</translation>
    </message>
  </context>
  <context>
    <name>ChartTableModel</name>
    <message>
      <location filename="../../desktop/tables/chart_table.py" />
      <source>1 document</source>
      <translation>1 Dokument</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/chart_table.py" />
      <source>Average: {field}</source>
      <translation>Durchschnitt: {field}</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/chart_table.py" />
      <source>Documents</source>
      <translation>Dokumente</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/chart_table.py" />
      <source>Sum: {field}</source>
      <translation>Summe: {field}</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/chart_table.py" />
      <source>{n:,} documents</source>
      <translation>{n:,} Dokumente</translation>
    </message>
  </context>
  <context>
    <name>ChartView</name>
    <message>
      <location filename="../../desktop/tables/chart_view.py" />
      <source>Chart</source>
      <translation>Diagramm</translation>
    </message>
  </context>
  <context>
    <name>CheckBar</name>
    <message>
      <location filename="../../desktop/shared/check_bar.py" />
      <source>1 checked</source>
      <translation>1 angekreuzt</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/check_bar.py" />
      <source>1 document</source>
      <translation>1 Dokument</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/check_bar.py" />
      <source>Check all that are listed</source>
      <translation>Alle gezeigten ankreuzen</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/check_bar.py" />
      <source>Uncheck</source>
      <translation>Abwählen</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/check_bar.py" />
      <source>Uncheck all</source>
      <translation>Alle abwählen</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/check_bar.py" />
      <source>Uncheck all documents</source>
      <translation>Alle Dokumente abwählen</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/check_bar.py" />
      <source>{n} checked</source>
      <translation>{n} angekreuzt</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/check_bar.py" />
      <source>{n} documents</source>
      <translation>{n} Dokumente</translation>
    </message>
  </context>
  <context>
    <name>Composer</name>
    <message>
      <location filename="../../desktop/conversation/composer.py" />
      <source> – please shorten the question</source>
      <translation> – bitte kürzen Sie die Frage</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/composer.py" />
      <source>Agent</source>
      <translation>Agent</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/composer.py" />
      <source>Ask about your documents …</source>
      <translation>Fragen Sie Ihre Dokumente …</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/composer.py" />
      <source>Ask when this answer is there (Enter)</source>
      <translation>Fragen, sobald diese Antwort da ist (Eingabe)</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/composer.py" />
      <source>Asks back, agrees a list of tasks with you, and writes a report (Ctrl+3)</source>
      <translation>Fragt nach, stimmt eine Aufgabenliste mit Ihnen ab und schreibt einen Bericht (Strg+3)</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/composer.py" />
      <source>Chat</source>
      <translation>Chat</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/composer.py" />
      <source>One search, one answer (Ctrl+1)</source>
      <translation>Eine Suche, eine Antwort (Strg+1)</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/composer.py" />
      <source>Question</source>
      <translation>Frage</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/composer.py" />
      <source>Research</source>
      <translation>Recherche</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/composer.py" />
      <source>Searches step by step until it can prove its answer (Ctrl+2)</source>
      <translation>Sucht Schritt für Schritt, bis die Antwort belegt ist (Strg+2)</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/composer.py" />
      <source>Send (Enter)</source>
      <translation>Senden (Eingabe)</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/composer.py" />
      <source>Stop (Esc)</source>
      <translation>Anhalten (Esc)</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/composer.py" />
      <source>{mode} mode</source>
      <translation>Modus {mode}</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/composer.py" />
      <source>{used} of {limit} characters</source>
      <translation>{used} von {limit} Zeichen</translation>
    </message>
  </context>
  <context>
    <name>ContentsPanel</name>
    <message>
      <location filename="../../desktop/viewer/contents_panel.py" />
      <source>Outline</source>
      <translation>Inhalt</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/contents_panel.py" />
      <source>Outline or pages</source>
      <translation>Gliederung oder Seiten</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/contents_panel.py" />
      <source>Pages</source>
      <translation>Seiten</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/contents_panel.py" />
      <source>This document has no outline.</source>
      <translation>Dieses Dokument hat keine Gliederung.</translation>
    </message>
  </context>
  <context>
    <name>Conversation</name>
    <message>
      <location filename="../../desktop/conversation/turn_html.py" />
      <source>Agent</source>
      <translation>Agent</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/answer_forms.py" />
      <source>As a list</source>
      <translation>Als Liste</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/answer_forms.py" />
      <source>As a summary</source>
      <translation>Als Zusammenfassung</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/answer_forms.py" />
      <source>As a table</source>
      <translation>Als Tabelle</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/answer_forms.py" />
      <source>As steps</source>
      <translation>Als Schritte</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/turn_html.py" />
      <source>Ask again</source>
      <translation>Neu fragen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/turn_html.py" />
      <source>Ask again without this condition</source>
      <translation>Noch einmal ohne diese Bedingung fragen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/turn_html.py" />
      <source>Ask anyway</source>
      <translation>Trotzdem fragen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/answer_forms.py" />
      <source>Ask the same question again, answered in this form</source>
      <translation>Dieselbe Frage noch einmal, in dieser Form beantwortet</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/turn_html.py" />
      <source>Ask the same question once more</source>
      <translation>Dieselbe Frage noch einmal stellen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/turn_html.py" />
      <source>Ask this instead</source>
      <translation>Stattdessen dies fragen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/turn_html.py" />
      <source>Ask this question again, although it reads like an order to the program</source>
      <translation>Diese Frage noch einmal stellen, obwohl sie sich wie ein Befehl an das Programm liest</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/turn_html.py" />
      <source>Calculated: {shown}</source>
      <translation>Nachgerechnet: {shown}</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/turn_html.py" />
      <source>Change the question and ask it anew</source>
      <translation>Die Frage ändern und neu stellen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/turn_html.py" />
      <source>Change this condition in the question</source>
      <translation>Diese Bedingung in der Frage ändern</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/turn_html.py" />
      <source>Conditions:</source>
      <translation>Bedingungen:</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/turn_html.py" />
      <source>Copy</source>
      <translation>Kopieren</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/turn_html.py" />
      <source>Copy this answer with its sources</source>
      <translation>Diese Antwort mit ihren Quellen kopieren</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/turn_html.py" />
      <source>Details</source>
      <translation>Einzelheiten</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/turn_html.py" />
      <source>Edit</source>
      <translation>Bearbeiten</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/turn_html.py" />
      <source>Helpful</source>
      <translation>Hilfreich</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/answer_forms.py" />
      <source>In English</source>
      <translation>Auf Englisch</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/answer_forms.py" />
      <source>In German</source>
      <translation>Auf Deutsch</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/turn_html.py" />
      <source>Left out:</source>
      <translation>Weggelassen:</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/turn_html.py" />
      <source>Nearest passages, for you to judge:</source>
      <translation>Die nächstliegenden Textstellen, für Ihr Urteil:</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/turn_html.py" />
      <source>Not done as asked:</source>
      <translation>Nicht wie verlangt:</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/turn_html.py" />
      <source>Not found in what was read:</source>
      <translation>Im Gelesenen nicht gefunden:</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/turn_html.py" />
      <source>Not helpful</source>
      <translation>Nicht hilfreich</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/turn_html.py" />
      <source>Research</source>
      <translation>Recherche</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/turn_html.py" />
      <source>Searched for {queries}</source>
      <translation>Gesucht nach {queries}</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/answer_forms.py" />
      <source>Shorter</source>
      <translation>Kürzer</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/turn_html.py" />
      <source>Show every step of this answer</source>
      <translation>Jeden Schritt dieser Antwort zeigen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/turn_html.py" />
      <source>The answer says {stated}; calculated: {shown}</source>
      <translation>In der Antwort steht {stated}; nachgerechnet: {shown}</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/turn_html.py" />
      <source>The passage reads like an order to the program.</source>
      <translation>Die Textstelle liest sich wie ein Befehl an das Programm.</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/answer_forms.py" />
      <source>The same statements in this language, each with its source</source>
      <translation>Dieselben Aussagen in dieser Sprache, jede mit ihrer Quelle</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/answer_forms.py" />
      <source>The same statements, fewer</source>
      <translation>Dieselben Aussagen, weniger davon</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/turn_html.py" />
      <source>This answer did not help; kept on this computer only. A second click takes it back</source>
      <translation>Diese Antwort hat nicht geholfen; bleibt auf diesem Computer. Ein zweiter Klick nimmt es zurück</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/turn_html.py" />
      <source>This answer helped; kept on this computer only. A second click takes it back</source>
      <translation>Diese Antwort hat geholfen; bleibt auf diesem Computer. Ein zweiter Klick nimmt es zurück</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/turn_html.py" />
      <source>{file}, {place}</source>
      <translation>{file}, {place}</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/turn_html.py" />
      <source>{missing}: searched for {queries}</source>
      <translation>{missing}: gesucht nach {queries}</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/turn_html.py" />
      <source>{section} – nearest passages, for you to judge:</source>
      <translation>{section} – die nächstliegenden Textstellen, für Ihr Urteil:</translation>
    </message>
  </context>
  <context>
    <name>ConversationView</name>
    <message>
      <location filename="../../desktop/conversation/conversation_view.py" />
      <source>1 earlier question</source>
      <translation>1 frühere Frage</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/conversation_view.py" />
      <source>Ask about your documents</source>
      <translation>Fragen Sie Ihre Dokumente</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/conversation_view.py" />
      <source>Conversation</source>
      <translation>Gespräch</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/conversation_view.py" />
      <source>Every sentence of an answer shows where it comes from.
Click a number in brackets to see the page with the words marked.</source>
      <translation>Jeder Satz einer Antwort zeigt, woher er kommt.
Klicken Sie auf eine Zahl in Klammern, um die Seite mit den markierten Worten zu sehen.</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/conversation_view.py" />
      <source>{n} earlier questions</source>
      <translation>{n} frühere Fragen</translation>
    </message>
  </context>
  <context>
    <name>Core</name>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>A figure from a table row; its column was not checked.</source>
      <translation>Eine Zahl aus einer Tabellenzeile; ihre Spalte wurde nicht geprüft.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>A file of the model {0} cannot be read: {1} ({2}).</source>
      <translation>Eine Datei des Modells {0} kann nicht gelesen werden: {1} ({2}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>A file of the model {0} has changed: {1}.</source>
      <translation>Eine Datei des Modells {0} wurde geändert: {1}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>A file of the model {0} is gone: {1}.</source>
      <translation>Eine Datei des Modells {0} ist verschwunden: {1}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>A name stands in another place in the source.</source>
      <translation>Ein Name steht in der Quelle an anderer Stelle.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>A part of the message is damaged and was left out. Save it again in Outlook.</source>
      <translation>Ein Teil der Nachricht ist beschädigt und wurde weggelassen. Speichern Sie sie in Outlook neu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>A part of the model {0} is missing in {1}: {2}.</source>
      <translation>In {1} fehlt ein Teil des Modells {0}: {2}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>A quote inside a text is written twice: 'it''s'.</source>
      <translation>Ein Anführungszeichen in einem Text wird doppelt geschrieben: 'it''s'.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>A stored run in {0} was written by a newer DocuChat.</source>
      <translation>Ein gespeicherter Lauf in {0} stammt von einem neueren DocuChat.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>A text of the message is damaged, and not all of it can be read. Save it again in the mail program.</source>
      <translation>Ein Text der Nachricht ist beschädigt und kann nicht ganz gelesen werden. Speichern Sie sie im Mailprogramm neu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>A workspace needs a name.</source>
      <translation>Ein Arbeitsbereich braucht einen Namen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>AND between the two values</source>
      <translation>AND zwischen den beiden Werten</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>AND or OR</source>
      <translation>AND oder OR</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Add another file.</source>
      <translation>Fügen Sie eine andere Datei hinzu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Add documents first: `docuchat index PATH`.</source>
      <translation>Fügen Sie zuerst Dokumente hinzu, im Fenster oder mit `docuchat index PFAD`.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Add files or folders only.</source>
      <translation>Fügen Sie nur Dateien oder Ordner hinzu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Add it again to read it anew.</source>
      <translation>Fügen Sie sie erneut hinzu, um sie neu zu lesen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Add it again.</source>
      <translation>Fügen Sie es noch einmal hinzu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Add it again; it is then read as it is now.</source>
      <translation>Fügen Sie es noch einmal hinzu; dann wird es gelesen, wie es jetzt ist.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Add the archive again.</source>
      <translation>Fügen Sie das Archiv erneut hinzu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Add the document again.</source>
      <translation>Fügen Sie das Dokument erneut hinzu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Add the file itself.</source>
      <translation>Fügen Sie die Datei selbst hinzu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>An XLSX sheet has room for {0} rows.</source>
      <translation>Ein XLSX-Blatt fasst {0} Zeilen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Another name stands with these words in the source.</source>
      <translation>In der Quelle steht bei diesen Wörtern ein anderer Name.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Another program is fetching {0}; waiting.</source>
      <translation>Ein anderes Programm lädt gerade {0}; es wird gewartet.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Ask a question in it first.</source>
      <translation>Stellen Sie darin erst eine Frage.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Ask a shorter question, select fewer documents, or raise the context in the settings.</source>
      <translation>Stellen Sie eine kürzere Frage, wählen Sie weniger Dokumente, oder vergrößern Sie den Kontext in den Einstellungen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Ask again when the computer is less busy, or choose a smaller model.</source>
      <translation>Fragen Sie noch einmal, wenn der Computer weniger zu tun hat, oder wählen Sie ein kleineres Modell.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Ask again: it is loaded anew. If it happens again, choose another model.</source>
      <translation>Fragen Sie noch einmal: Es wird neu geladen. Falls es wieder vorkommt, wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Ask the question again to begin anew.</source>
      <translation>Stellen Sie die Frage noch einmal, um neu zu beginnen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Ask the question again.</source>
      <translation>Stellen Sie die Frage noch einmal.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Ask the question again; the other conversations are not affected.</source>
      <translation>Stellen Sie die Frage noch einmal; die anderen Unterhaltungen sind nicht betroffen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>At character {0} of the filter, at “{1}”: {2} is expected.</source>
      <translation>An Zeichen {0} des Filters, bei „{1}“: Hier gehört {2} hin.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>At character {0} of the filter, at “{1}”: {2}.</source>
      <translation>An Zeichen {0} des Filters, bei „{1}“: {2}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>BETWEEN of {0} names two currencies, {1} and {2}.</source>
      <translation>BETWEEN von {0} nennt zwei Währungen, {1} und {2}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>BETWEEN of {0} needs two values, not {1}.</source>
      <translation>BETWEEN von {0} braucht zwei Werte, nicht {1}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Calculated: {0}.</source>
      <translation>Berechnet: {0}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Check how its cells are separated.</source>
      <translation>Prüfen Sie, wodurch ihre Zellen getrennt sind.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Check its permissions and the free space of the disk.</source>
      <translation>Prüfen Sie seine Rechte und den freien Platz des Datenträgers.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Check its permissions, or set DOCUCHAT_HOME to a folder you may write to.</source>
      <translation>Prüfen Sie die Zugriffsrechte, oder setzen Sie DOCUCHAT_HOME auf einen Ordner, in den Sie schreiben dürfen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Check its permissions, or set DOCUCHAT_MODELS to another folder.</source>
      <translation>Prüfen Sie seine Rechte, oder setzen Sie DOCUCHAT_MODELS auf einen anderen Ordner.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Check its permissions.</source>
      <translation>Prüfen Sie die Zugriffsrechte.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Check its spelling, and that its drive is connected.</source>
      <translation>Prüfen Sie die Schreibweise, und ob das Laufwerk angeschlossen ist.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Check that it exists and that you may read it.</source>
      <translation>Prüfen Sie, ob es da ist und Sie es lesen dürfen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Check that it runs and the address `qdrant_url` in the settings; empty it to use the embedded index.</source>
      <translation>Prüfen Sie, ob er läuft, und die Adresse `qdrant_url` in den Einstellungen; ist sie leer, wird der eingebaute Index benutzt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Check that the disk has room and that the file is still there.</source>
      <translation>Prüfen Sie, ob auf dem Datenträger Platz ist und die Datei noch da ist.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Check that the file is still there and that you may read it.</source>
      <translation>Prüfen Sie, ob die Datei noch da ist und Sie sie lesen dürfen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Check that the file is still there.</source>
      <translation>Prüfen Sie, ob die Datei noch da ist.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Check that the folder exists, may be written to, and that the disk has free space.</source>
      <translation>Prüfen Sie, ob es den Ordner gibt, ob in ihn geschrieben werden darf und ob der Datenträger noch Platz hat.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Check the disk.</source>
      <translation>Prüfen Sie den Datenträger.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Check the free space and the permissions of {0}.</source>
      <translation>Prüfen Sie den freien Platz und die Rechte von {0}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Check the free space and the permissions of {0}. The library has not been lost: it is in its place or in {1}.</source>
      <translation>Prüfen Sie den freien Platz und die Rechte von {0}. Die Bibliothek ist nicht verloren: Sie liegt an ihrem Platz oder in {1}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Check the free space and the permissions there.</source>
      <translation>Prüfen Sie dort den freien Platz und die Rechte.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Check the name, and that the disk or stick is mounted.</source>
      <translation>Prüfen Sie den Namen, und ob die Platte oder der Stick eingehängt ist.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Check the network, or bring the file: `docuchat models get {0} --from PATH`.</source>
      <translation>Prüfen Sie das Netz, oder bringen Sie die Datei mit: `docuchat models get {0} --from PATH`.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Check the network, or use --from with a file; a new try goes on where this one stopped.</source>
      <translation>Prüfen Sie das Netz, oder nehmen Sie eine Datei von woanders; ein neuer Versuch geht dort weiter, wo dieser aufhörte.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Check the permissions of its folder, and try again.</source>
      <translation>Prüfen Sie die Rechte ihres Ordners, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Check the permissions of the file and of its folder.</source>
      <translation>Prüfen Sie die Rechte der Datei und ihres Ordners.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Check the permissions there, or name another folder.</source>
      <translation>Prüfen Sie die Rechte dort, oder nennen Sie einen anderen Ordner.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Check the spelling of the path.</source>
      <translation>Prüfen Sie die Schreibweise des Pfads.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Choose a folder elsewhere.</source>
      <translation>Wählen Sie einen Ordner woanders.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Choose another copy.</source>
      <translation>Wählen Sie eine andere Kopie.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Choose another drive.</source>
      <translation>Wählen Sie ein anderes Laufwerk.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Choose another file, or copy this one again.</source>
      <translation>Wählen Sie eine andere Datei, oder kopieren Sie diese noch einmal.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Choose another folder or free some space.</source>
      <translation>Wählen Sie einen anderen Ordner, oder schaffen Sie Platz.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Choose another folder, or a file.</source>
      <translation>Wählen Sie einen anderen Ordner oder eine Datei.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Choose another model first.</source>
      <translation>Wählen Sie zuerst ein anderes Modell.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Choose another model with `docuchat models list`.</source>
      <translation>Wählen Sie ein anderes Modell (Einstellungen → Modelle oder `docuchat models list`).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Choose another name.</source>
      <translation>Wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Choose the GGUF file of a model that answers questions.</source>
      <translation>Wählen Sie die GGUF-Datei eines Modells, das Fragen beantwortet.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Close it and open it again: nothing is lost, and reading goes on where it was.</source>
      <translation>Schließen Sie es und öffnen Sie es neu: Nichts geht verloren, und das Lesen geht dort weiter, wo es war.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Close other programs and try again; nothing in it has been changed.</source>
      <translation>Schließen Sie andere Programme, und versuchen Sie es noch einmal; in ihm wurde nichts geändert.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Close other programs, lower the context in the settings, or choose a smaller model.</source>
      <translation>Schließen Sie andere Programme, verkleinern Sie den Kontext in den Einstellungen, oder wählen Sie ein kleineres Modell.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Close programs that use it, and try again.</source>
      <translation>Schließen Sie Programme, die es benutzen, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Close the other DocuChat and try again.</source>
      <translation>Schließen Sie das andere DocuChat und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Close the other one and try again.</source>
      <translation>Schließen Sie das andere und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Close the program and move its whole folder. To have the data alone elsewhere, copy the folder {0} there and set DOCUCHAT_HOME to the copy.</source>
      <translation>Schließen Sie das Programm, und verschieben Sie seinen ganzen Ordner. Sollen nur die Daten an einen anderen Ort, so kopieren Sie den Ordner {0} dorthin, und setzen Sie DOCUCHAT_HOME auf die Kopie.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Close the program, copy the folder {0}, and name its new place with --home.</source>
      <translation>Schließen Sie das Programm, kopieren Sie den Ordner {0}, und nennen Sie den neuen Ort mit --home.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Close the program, copy the folder {0}, and set DOCUCHAT_HOME to its new place.</source>
      <translation>Schließen Sie das Programm, kopieren Sie den Ordner {0}, und setzen Sie DOCUCHAT_HOME auf den neuen Ort.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Compare it with {0}.</source>
      <translation>Vergleichen Sie sie mit {0}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Compose the answer from the opened citations</source>
      <translation>Die Antwort aus den geöffneten Stellen verfassen</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Connect its drive and start again. If it is gone for good, delete {0} to begin with an empty library.</source>
      <translation>Schließen Sie das Laufwerk an, und starten Sie noch einmal. Ist es endgültig fort, löschen Sie {0}, um mit einer leeren Bibliothek zu beginnen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Connect its drive, or put it back.</source>
      <translation>Schließen Sie sein Laufwerk an, oder legen Sie ihn zurück.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Copied from the document word for word.</source>
      <translation>Wort für Wort aus dem Dokument kopiert.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Copy or download it again.</source>
      <translation>Kopieren oder laden Sie sie noch einmal.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Copy or download the file again, or open it in the program it comes from and save it anew.</source>
      <translation>Kopieren oder laden Sie die Datei noch einmal, oder öffnen Sie sie im Programm, aus dem sie kommt, und speichern Sie sie neu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Copy or download the file again.</source>
      <translation>Kopieren oder laden Sie die Datei noch einmal.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Correct it, or move it away.</source>
      <translation>Berichtigen Sie sie oder legen Sie sie beiseite.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Correct that entry.</source>
      <translation>Berichtigen Sie diesen Eintrag.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Correct that line, or move the file away to start with the defaults.</source>
      <translation>Berichtigen Sie die Zeile, oder legen Sie die Datei beiseite, um mit den Vorgaben zu beginnen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Correct that line.</source>
      <translation>Berichtigen Sie diese Zeile.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Delete that folder; it is rebuilt from the library.</source>
      <translation>Löschen Sie diesen Ordner; er wird aus der Bibliothek neu aufgebaut.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Did you mean {0}?</source>
      <translation>Meinten Sie {0}?</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>DocuChat is already open on the data folder {0}{1}.</source>
      <translation>DocuChat ist schon mit dem Datenordner {0}{1} geöffnet.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>DocuChat made a mistake while working on this.</source>
      <translation>DocuChat hat dabei einen Fehler gemacht.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>DocuChat was updated while it was open.</source>
      <translation>DocuChat wurde aktualisiert, während es offen war.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Documents cannot be grouped by {0}, which is an amount.</source>
      <translation>Nach {0} lässt sich nicht gruppieren; das ist ein Betrag.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Empty `models.rerank_model` in the settings to search without it.</source>
      <translation>Leeren Sie `models.rerank_model` in den Einstellungen, um ohne es zu suchen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>End it with .md, .html, .docx or .pdf.</source>
      <translation>Der Name muss auf .md, .html, .docx oder .pdf enden.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>End its name in {0}.</source>
      <translation>Der Name muss auf {0} enden.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Enter its password to read it.</source>
      <translation>Geben Sie das Passwort ein, um es zu lesen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Files embedded in it were not read: {0}.</source>
      <translation>Darin eingebettete Dateien wurden nicht gelesen: {0}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Files of this type ({0}) cannot be read.</source>
      <translation>Dateien dieser Art ({0}) können nicht gelesen werden.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Filter the table, or write CSV.</source>
      <translation>Filtern Sie die Tabelle, oder schreiben Sie CSV.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>For documents without one, write IS NULL.</source>
      <translation>Für Dokumente ohne Wert schreiben Sie IS NULL.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Found {0} chunks</source>
      <translation>{0} Textstellen gefunden</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Found {0} passages</source>
      <translation>{0} Textstellen gefunden</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Free some space and try again.</source>
      <translation>Schaffen Sie Platz und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Free some space or check the permissions of that folder; the library has not been changed.</source>
      <translation>Schaffen Sie Platz, oder prüfen Sie die Rechte dieses Ordners; die Bibliothek wurde nicht geändert.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Free some space there or choose another drive. Nothing was moved.</source>
      <translation>Schaffen Sie dort Platz, oder wählen Sie ein anderes Laufwerk. Nichts wurde verlegt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Free some space there; the copy is made within the hour then.</source>
      <translation>Schaffen Sie dort Platz; dann wird die Kopie innerhalb einer Stunde angelegt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Free some space, or check the permissions of that folder.</source>
      <translation>Schaffen Sie Platz, oder prüfen Sie die Zugriffsrechte dieses Ordners.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Free some space, or set DOCUCHAT_MODELS to a folder on a larger disk. What was fetched is kept.</source>
      <translation>Schaffen Sie Platz, oder setzen Sie DOCUCHAT_MODELS auf einen Ordner eines größeren Datenträgers. Was geladen ist, bleibt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Get the model again from another source.</source>
      <translation>Holen Sie das Modell noch einmal aus einer anderen Quelle.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Give a shorter one.</source>
      <translation>Wählen Sie einen kürzeren.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Give a word or two.</source>
      <translation>Ein oder zwei Wörter genügen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Give another name.</source>
      <translation>Wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Give that bucket its schema again, or the one the program comes with.</source>
      <translation>Geben Sie diesem Fach sein Schema neu, oder das mitgelieferte.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Give the name.</source>
      <translation>Geben Sie den Namen an.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>HF_HUB_OFFLINE is set, so {0} was not fetched.</source>
      <translation>HF_HUB_OFFLINE ist gesetzt; darum wurde {0} nicht geladen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>If it lies elsewhere now, type `docuchat models add PATH`; `docuchat models remove {0}` takes the model from the list.</source>
      <translation>Liegt es jetzt anderswo, so nehmen Sie es von dort, unter Einstellungen → Modelle → Datei … oder mit `docuchat models add PFAD`; `docuchat models remove {0}` nimmt das Modell aus der Liste.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Install the newer version to open it.</source>
      <translation>Installieren Sie die neuere Version, um ihn zu öffnen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Install the newer version, or choose an older copy.</source>
      <translation>Installieren Sie die neuere Version, oder wählen Sie eine ältere Kopie.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Install the newer version, put back a copy that was made before it ({0}, `docuchat backup --list`), or set DOCUCHAT_HOME to another folder.</source>
      <translation>Installieren Sie die neuere Version, legen Sie eine Kopie von vorher zurück ({0}, `docuchat backup --list`), oder setzen Sie DOCUCHAT_HOME auf einen anderen Ordner.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Install the newer version, take that entry out, or move the file away to start with the defaults.</source>
      <translation>Installieren Sie die neuere Version, nehmen Sie den Eintrag heraus, oder legen Sie die Datei an einen anderen Ort, um mit den Vorgaben zu beginnen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Install the program again.</source>
      <translation>Installieren Sie das Programm neu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>It could not be read.</source>
      <translation>Es konnte nicht gelesen werden.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>It has {0} pages; it may have changed.</source>
      <translation>Sie hat {0} Seiten; vielleicht wurde sie geändert.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>It is being read at the moment.</source>
      <translation>Es wird gerade gelesen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>It is empty; its drive does not seem to be connected.</source>
      <translation>Er ist leer; sein Laufwerk scheint nicht angeschlossen zu sein.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>It is no longer in the library.</source>
      <translation>Es ist nicht mehr in der Bibliothek.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>It is not a file.</source>
      <translation>Es ist keine Datei.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>It is still waiting to be read.</source>
      <translation>Es wartet noch darauf, gelesen zu werden.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>It is {0}: write it so.</source>
      <translation>Es ist {0}: Schreiben Sie es so.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>It may have changed; add it again.</source>
      <translation>Vielleicht wurde sie geändert; fügen Sie sie erneut hinzu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>It needs a password.</source>
      <translation>Es braucht ein Passwort.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>It says nothing that could be checked.</source>
      <translation>Darin ist nichts, was sich prüfen ließe.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>It was not loaded. Fetch it again with `docuchat models get MODEL` (without a network: `--from PATH`), or choose another model.</source>
      <translation>Sie wurde nicht geladen. Laden Sie das Modell neu, oder nehmen Sie es aus einer Datei (Einstellungen → Modelle), oder wählen Sie ein anderes.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Its figures do not stand in the rows that it names.</source>
      <translation>Die Zahlen stehen nicht in den genannten Zeilen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Its key is read from the environment variable {0} when DocuChat starts.</source>
      <translation>Sein Schlüssel wird beim Start von DocuChat aus der Umgebungsvariablen {0} gelesen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Its name, or that of a folder above it, has bytes that are no characters.</source>
      <translation>Ihr Name oder der eines Ordners darüber enthält Bytes, die keine Zeichen sind.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Its names are put together otherwise in the source.</source>
      <translation>Die Namen gehören in der Quelle anders zusammen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Its quotes stay readable.</source>
      <translation>Seine Zitate bleiben lesbar.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Its words stand in different parts of the sentence.</source>
      <translation>Die Wörter stehen in verschiedenen Teilen des Satzes.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>LIKE, IN or BETWEEN</source>
      <translation>LIKE, IN oder BETWEEN</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Leave some of them out.</source>
      <translation>Lassen Sie einige weg.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Leave them out.</source>
      <translation>Lassen Sie sie weg.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Leave them out. A key is taken from the environment variable {0} (model server) or {1} (Qdrant).</source>
      <translation>Lassen Sie sie weg. Ein Schlüssel wird aus der Umgebungsvariablen {0} (Modellserver) oder {1} (Qdrant) genommen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Line {0} of the ignore rules cannot be understood: {1}</source>
      <translation>Zeile {0} der Ausnahmeregeln ist nicht zu verstehen: {1}</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Look at it there, or move it back first.</source>
      <translation>Sehen Sie es dort an, oder verschieben Sie es erst zurück.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Make it available offline (in its cloud program) and add it again.</source>
      <translation>Machen Sie sie (im Cloud-Programm) offline verfügbar und fügen Sie sie noch einmal hinzu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Make it visible in the program it comes from, save it and add it again.</source>
      <translation>Machen Sie ihn im Programm, aus dem er kommt, sichtbar, speichern Sie, und fügen Sie die Datei erneut hinzu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Mend that place and try again.</source>
      <translation>Berichtigen Sie die Stelle, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Mend that place and try again; the schema in use has not been changed.</source>
      <translation>Berichtigen Sie die Stelle, und versuchen Sie es noch einmal; das benutzte Schema wurde nicht geändert.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Move that to another place and try again, or name another folder.</source>
      <translation>Legen Sie das an einen anderen Ort, und versuchen Sie es noch einmal, oder nennen Sie einen anderen Ordner.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Name a TOML or JSON file.</source>
      <translation>Nennen Sie eine TOML- oder JSON-Datei.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Name a field of numbers or money.</source>
      <translation>Nennen Sie ein Feld mit Zahlen oder Beträgen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Name a folder.</source>
      <translation>Nennen Sie einen Ordner.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Name a new or an empty folder.</source>
      <translation>Nennen Sie einen neuen oder einen leeren Ordner.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Name a number, amount or date.</source>
      <translation>Nennen Sie eine Zahl, einen Betrag oder ein Datum.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Name a text, a list or a yes/no.</source>
      <translation>Nennen Sie einen Text, eine Liste oder ein Ja/Nein.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Name a text, list or date.</source>
      <translation>Nennen Sie einen Text, eine Liste oder ein Datum.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Name another file or free some space.</source>
      <translation>Nennen Sie eine andere Datei, oder schaffen Sie Platz.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Name at least one value after IN.</source>
      <translation>Nennen Sie nach IN mindestens einen Wert.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Name one.</source>
      <translation>Nennen Sie eine.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Name the file of a copy you have elsewhere: `docuchat restore FILE`.</source>
      <translation>Nennen Sie die Datei einer Kopie, die Sie woanders haben: `docuchat restore FILE`.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>No citation was opened; the best search results were read instead.</source>
      <translation>Keine Textstelle wurde geöffnet; stattdessen wurden die besten Suchergebnisse gelesen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>No page of {0} can be read: {1}</source>
      <translation>Keine Seite von {0} kann gelesen werden: {1}</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>No schema of yours is kept for {0}.</source>
      <translation>Für {0} ist kein eigenes Schema gespeichert.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>No search was made for “{0}”.</source>
      <translation>Nach „{0}“ wurde nicht gesucht.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>No sentence of a document is cited.</source>
      <translation>Es ist kein Satz eines Dokuments zitiert.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>No source is cited.</source>
      <translation>Es ist keine Quelle angegeben.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>No text could be recognised in {0}. Check that its pages are readable.</source>
      <translation>In {0} konnte kein Text erkannt werden. Prüfen Sie, ob die Seiten lesbar sind.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>No text was found in this file.</source>
      <translation>In dieser Datei wurde kein Text gefunden.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>No {0} is between {1} and {2}.</source>
      <translation>Kein {0} liegt zwischen {1} und {2}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Not in the cited sentence: {0}.</source>
      <translation>Nicht im zitierten Satz: {0}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Not in the cited text: {0}.</source>
      <translation>Nicht im zitierten Text: {0}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Nothing could be saved of the damaged library {0} ({1}).</source>
      <translation>Von der beschädigten Bibliothek {0} war nichts zu retten ({1}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>One at a time can have it: use the open window, or wait for the command that runs in another terminal (`docuchat index`, `docuchat folders watch`). Ctrl+C there stops it; nothing is lost, and the same command goes on later.</source>
      <translation>Nur einer kann ihn zugleich haben: Benutzen Sie das offene Fenster, oder warten Sie auf den Befehl, der in einem anderen Terminal läuft (`docuchat index`, `docuchat folders watch`). Strg+C hält ihn dort an; nichts geht verloren, und derselbe Befehl macht später weiter.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Only a part of its sentence; the rest may limit it.</source>
      <translation>Nur ein Teil des Satzes; der Rest kann ihn einschränken.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Only the first {0} of {1} pages were read.</source>
      <translation>Nur die ersten {0} von {1} Seiten wurden gelesen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Only the title of the document says: {0}.</source>
      <translation>Nur der Titel des Dokuments sagt: {0}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Open it in LibreOffice to check it.</source>
      <translation>Öffnen Sie sie zur Prüfung in LibreOffice.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Open it in Office or LibreOffice and save it in the new format.</source>
      <translation>Öffnen Sie es in Office oder LibreOffice und speichern Sie es im neuen Format.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Open it in Outlook to check it.</source>
      <translation>Öffnen Sie sie zur Prüfung in Outlook.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Open it in a PDF viewer to check it.</source>
      <translation>Öffnen Sie es zur Prüfung in einem PDF-Programm.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Open it in an editor to check it.</source>
      <translation>Öffnen Sie sie zur Prüfung in einem Editor.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Open it in its own program.</source>
      <translation>Öffnen Sie sie in ihrem eigenen Programm.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Open it in its program, save a copy without the password, and add the copy.</source>
      <translation>Öffnen Sie es in seinem Programm, speichern Sie eine Kopie ohne Passwort und fügen Sie die Kopie hinzu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Open it in the program it comes from and save it anew, if you trust it.</source>
      <translation>Öffnen Sie sie im Programm, aus dem sie kommt, und speichern Sie sie neu, wenn Sie ihr trauen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Open it in the program it comes from and save it as PNG.</source>
      <translation>Öffnen Sie sie im Programm, aus dem sie kommt, und speichern Sie sie als PNG.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Open it in the program it comes from and save it as {0} again.</source>
      <translation>Öffnen Sie es in dem Programm, aus dem es stammt, und speichern Sie es wieder als {0}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Open it in the program it comes from to check it.</source>
      <translation>Öffnen Sie es zur Prüfung in dem Programm, aus dem es stammt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Open it in the program it comes from.</source>
      <translation>Öffnen Sie es in dem Programm, aus dem es stammt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Opening did not finish.</source>
      <translation>Das Öffnen wurde nicht fertig.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Page {0} of {1} cannot be drawn; the file is damaged there.</source>
      <translation>Seite {0} von {1} kann nicht gezeigt werden; die Datei ist dort beschädigt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Page {0} of {1} is damaged; its picture cannot be seen.</source>
      <translation>Seite {0} von {1} ist beschädigt; ihr Bild ist nicht zu sehen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Pages made by scripts must be saved from the browser after they have loaded.</source>
      <translation>Seiten, die erst ein Skript füllt, müssen im Browser nach dem Laden gespeichert werden.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Parts of the file are missing, damaged or too large, and what cannot be read of them was left out: {0}.</source>
      <translation>Teile der Datei fehlen, sind beschädigt oder zu groß; was von ihnen nicht lesbar ist, wurde weggelassen: {0}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Put all {0} parts of it into one folder.</source>
      <translation>Legen Sie alle {0} Teile in denselben Ordner.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Put it back.</source>
      <translation>Legen Sie sie zurück.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Put the file back, or add it again from its new place.</source>
      <translation>Legen Sie die Datei zurück, oder fügen Sie sie vom neuen Ort aus hinzu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Put the file back, or add it again.</source>
      <translation>Legen Sie die Datei zurück, oder fügen Sie sie noch einmal hinzu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Put the file back, or take it as it is now with `docuchat models add PATH`.</source>
      <translation>Legen Sie die Datei zurück, oder nehmen Sie sie, wie sie jetzt ist: Einstellungen → Modelle → Datei …, oder `docuchat models add PFAD`.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Put the value between quotes.</source>
      <translation>Setzen Sie den Wert in Anführungszeichen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Read it first: `docuchat index`.</source>
      <translation>Es muss erst gelesen werden (`docuchat index`).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Read it in its shop's own program, or get a copy without protection.</source>
      <translation>Lesen Sie es im Programm des Händlers, oder besorgen Sie eine Ausgabe ohne Schutz.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Reading documents is paused.</source>
      <translation>Das Einlesen ist pausiert.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Rename it and add it again.</source>
      <translation>Benennen Sie sie um und fügen Sie sie erneut hinzu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Required at least {0} separate searches, but only {1} were performed.</source>
      <translation>Verlangt sind mindestens {0} getrennte Suchen; gemacht wurden nur {1}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Required to open at least {0} citation(s), but only {1} were opened.</source>
      <translation>Verlangt sind mindestens {0} geöffnete Textstellen; geöffnet wurden nur {1}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Retrieved {0}KB of {1}, page {2}</source>
      <translation>{0} KB aus {1}, Seite {2}</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Rules are written as in .gitignore, one a line: *.log, drafts/, !keep.pdf</source>
      <translation>Regeln werden wie in .gitignore geschrieben, eine je Zeile: *.log, drafts/, !keep.pdf</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Run `docuchat models get` for the embedding model (without a network: `--from PATH`).</source>
      <translation>Laden Sie das Einbettungsmodell neu (`docuchat models get`; ohne Netz: `--from PFAD`).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Run `docuchat models verify` and get the model again.</source>
      <translation>Prüfen Sie die Modelle (`docuchat models verify`), und laden Sie das Modell neu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Run `docuchat models verify`, or empty `models.rerank_model` in the settings.</source>
      <translation>Prüfen Sie es mit `docuchat models verify`, oder leeren Sie `models.rerank_model` in den Einstellungen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Run `docuchat models verify`, then `docuchat models get` for the embedding model (without a network: `--from PATH`).</source>
      <translation>Prüfen Sie die Modelle (`docuchat models verify`), und laden Sie das Einbettungsmodell neu (`docuchat models get`; ohne Netz: `--from PFAD`).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Run `docuchat models verify`; if it is whole, close other programs to free memory.</source>
      <translation>Prüfen Sie es mit `docuchat models verify`; ist es heil, schließen Sie andere Programme, damit Speicher frei wird.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Save it again in Outlook.</source>
      <translation>Speichern Sie sie in Outlook noch einmal.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Save it again in the mail program.</source>
      <translation>Speichern Sie sie im Mailprogramm noch einmal.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Save it as .docx and add that file.</source>
      <translation>Speichern Sie sie als .docx, und fügen Sie diese Datei hinzu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Save it in Outlook.</source>
      <translation>Speichern Sie sie in Outlook.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Save it in a PDF viewer and add the saved file.</source>
      <translation>Speichern Sie sie in einem PDF-Programm und fügen Sie die gespeicherte Datei hinzu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Save it in the mail program.</source>
      <translation>Speichern Sie sie im Mailprogramm.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Save it smaller, or cut it into several pictures.</source>
      <translation>Speichern Sie es kleiner, oder zerlegen Sie es in mehrere Bilder.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Save its attachments in Outlook and add them.</source>
      <translation>Speichern Sie die Anhänge in Outlook, und fügen Sie sie hinzu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Save its attachments in the mail program and add them.</source>
      <translation>Speichern Sie die Anhänge im Mailprogramm, und fügen Sie sie hinzu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Save the page again from a browser.</source>
      <translation>Speichern Sie die Seite noch einmal aus einem Browser.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Save them as files of their own and add those.</source>
      <translation>Speichern Sie sie als eigene Dateien und fügen Sie diese hinzu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Save what you need of it as files and add those.</source>
      <translation>Speichern Sie, was Sie davon brauchen, als Dateien und fügen Sie diese hinzu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Scripts other than Latin, Chinese and Japanese, and handwriting, are not recognised yet.</source>
      <translation>Andere Schriften als die lateinische, chinesische und japanische sowie Handschrift werden noch nicht erkannt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Set models.server_model in {0}.</source>
      <translation>Tragen Sie models.server_model in {0} ein.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Several workspaces begin with {0}: {1}.</source>
      <translation>Mehrere Arbeitsbereiche beginnen mit {0}: {1}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Shorten it, or look for a part of it with LIKE.</source>
      <translation>Kürzen Sie ihn, oder suchen Sie mit LIKE nach einem Teil davon.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Shorten it.</source>
      <translation>Kürzen Sie ihn.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Shorten the question, or choose a model with a larger context in the settings.</source>
      <translation>Kürzen Sie die Frage, oder wählen Sie in den Einstellungen ein Modell mit größerem Kontext.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Slide {0} is damaged, and not all of it can be read.</source>
      <translation>Folie {0} ist beschädigt und kann nicht ganz gelesen werden.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Some letters of this page are lost or wrong in the file. Check what matters on the page itself.</source>
      <translation>Einige Buchstaben dieser Seite fehlen in der Datei oder sind dort falsch. Prüfen Sie Wichtiges auf der Seite selbst.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Split it and add its parts.</source>
      <translation>Teilen Sie sie, und fügen Sie die Teile hinzu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Split it into several files and add those.</source>
      <translation>Teilen Sie sie in mehrere Dateien und fügen Sie diese hinzu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Split it into smaller files and add those.</source>
      <translation>Teilen Sie sie in kleinere Dateien und fügen Sie diese hinzu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Split it into smaller files.</source>
      <translation>Teilen Sie sie in kleinere Dateien.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Split the document and add its parts.</source>
      <translation>Teilen Sie das Dokument, und fügen Sie die Teile hinzu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Stands in the document word for word.</source>
      <translation>Steht Wort für Wort im Dokument.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Start it, or correct the address in the settings, or choose a local model.</source>
      <translation>Starten Sie ihn, berichtigen Sie die Adresse in den Einstellungen, oder wählen Sie ein Modell auf diesem Computer.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Start the program again: the index is checked and rebuilt from the library.</source>
      <translation>Starten Sie das Programm neu: Der Index wird geprüft und aus der Bibliothek neu aufgebaut.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Statement and source differ in what they deny.</source>
      <translation>Aussage und Quelle verneinen nicht dasselbe.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Step {0} of a stored run in {1} cannot be read.</source>
      <translation>Schritt {0} eines gespeicherten Laufs in {1} kann nicht gelesen werden.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Switch text recognition on in the settings and try again.</source>
      <translation>Schalten Sie die Texterkennung in den Einstellungen ein und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>That citation is open already.</source>
      <translation>Diese Stelle ist schon geöffnet.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>That result is already open as citation [{0}].</source>
      <translation>Dieser Treffer ist schon als Beleg [{0}] geöffnet.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The PDF writer sent nothing.</source>
      <translation>Der Schreiber für PDF hat nichts geliefert.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The Qdrant server at {0} did not answer as expected ({1}).</source>
      <translation>Der Qdrant-Server {0} antwortete nicht wie erwartet ({1}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The address of {0} holds a name or password, which are not kept in the settings.</source>
      <translation>Die Adresse von {0} enthält einen Namen oder ein Passwort; das wird nicht in den Einstellungen aufgehoben.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The archive is incomplete: what is missing at its end was not read.</source>
      <translation>Das Archiv ist unvollständig: Was an seinem Ende fehlt, wurde nicht gelesen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The catalogue has no model “{0}”.</source>
      <translation>Der Katalog kennt kein Modell „{0}“.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The chat template of this language model refuses the conversation ({0}).</source>
      <translation>Die Chat-Vorlage dieses Sprachmodells lehnt das Gespräch ab ({0}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The cited text has its words, but says something else.</source>
      <translation>Der zitierte Text hat seine Wörter, sagt aber etwas anderes.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The cited text is about something else.</source>
      <translation>Der zitierte Text handelt von etwas anderem.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The cited text says so in other words.</source>
      <translation>Der zitierte Text sagt es mit anderen Worten.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The copied library {0} is damaged ({1}). Nothing was moved.</source>
      <translation>Die kopierte Bibliothek {0} ist beschädigt ({1}). Nichts wurde verlegt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The damaged index {0} cannot be set aside ({1}).</source>
      <translation>Der beschädigte Index {0} kann nicht beiseitegelegt werden ({1}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The data folder could not be moved to {0} ({1}). It is where it was.</source>
      <translation>Der Datenordner konnte nicht nach {0} verlegt werden ({1}). Er ist, wo er war.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The data folder is {0} already.</source>
      <translation>Der Datenordner ist schon {0}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The data folder was moved to {0}, and is not there.</source>
      <translation>Der Datenordner wurde nach {0} verlegt und ist dort nicht.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The data folder {0} cannot be created ({1}).</source>
      <translation>Der Datenordner {0} kann nicht angelegt werden ({1}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The data folder {0} cannot be used ({1}).</source>
      <translation>Der Datenordner {0} kann nicht benutzt werden ({1}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The data folder {0} lies beside the program and goes where that goes.</source>
      <translation>Der Datenordner {0} liegt neben dem Programm und geht mit ihm mit.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The data folder {0} lies where DOCUCHAT_HOME says.</source>
      <translation>Der Datenordner {0} liegt, wo DOCUCHAT_HOME es sagt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The data folder {0} was named with --home.</source>
      <translation>Der Datenordner {0} wurde mit --home genannt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The disk of {0} is full: {1} are needed and {2} are free.</source>
      <translation>Der Datenträger von {0} ist voll: {1} werden gebraucht, {2} sind frei.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The disk that holds the index {0} is full.</source>
      <translation>Der Datenträger mit dem Index {0} ist voll.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The disk that holds {0} is full; nothing that was stored before is lost.</source>
      <translation>Der Datenträger mit {0} ist voll; nichts, was gespeichert war, ist verloren.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The document is in the bucket {0} by now; nothing was changed.</source>
      <translation>Das Dokument liegt inzwischen im Fach {0}; nichts wurde geändert.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The embedding model is not complete: {0} is missing.</source>
      <translation>Das Einbettungsmodell ist unvollständig: {0} fehlt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The embedding model {0} cannot be loaded ({1}).</source>
      <translation>Das Einbettungsmodell {0} kann nicht geladen werden ({1}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The embedding model {0} failed ({1}).</source>
      <translation>Das Einbettungsmodell {0} ist gescheitert ({1}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The file cannot be read ({0}).</source>
      <translation>Die Datei kann nicht gelesen werden ({0}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The file has {0} MB; at most {1} MB are read.</source>
      <translation>Die Datei hat {0} MB; höchstens {1} MB werden gelesen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The file is damaged or incomplete; pages may be missing.</source>
      <translation>Die Datei ist beschädigt oder unvollständig; Seiten können fehlen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The file is empty (0 bytes).</source>
      <translation>Die Datei ist leer (0 Bytes).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The file lies only in the cloud; it was not downloaded.</source>
      <translation>Die Datei liegt nur in der Cloud; sie wurde nicht heruntergeladen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The file of concepts {0} cannot be read ({1}).</source>
      <translation>Die Datei der eigenen Begriffe {0} kann nicht gelesen werden ({1}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The file of concepts {0} is not of the form it should have ({1}).</source>
      <translation>Die Datei der eigenen Begriffe {0} hat nicht die Form, die sie haben soll ({1}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The filter ends where {0} is expected.</source>
      <translation>Der Filter hört auf, wo {0} hingehört.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The filter has more than {0} parts.</source>
      <translation>Der Filter hat mehr als {0} Teile.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The filter has {0} characters; {1} are allowed.</source>
      <translation>Der Filter hat {0} Zeichen; erlaubt sind {1}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The filter is nested more than {0} levels deep.</source>
      <translation>Der Filter ist mehr als {0} Ebenen tief verschachtelt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The folder cannot be read ({0}).</source>
      <translation>Der Ordner kann nicht gelesen werden ({0}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The folder has no file that can be read.</source>
      <translation>Der Ordner enthält keine lesbare Datei.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The folder {0} holds no language model as a GGUF file.</source>
      <translation>Der Ordner {0} enthält kein Sprachmodell als GGUF-Datei.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The folder {0} of the model {1} is missing.</source>
      <translation>Der Ordner {0} des Modells {1} fehlt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The hub answered {0} for {1}.</source>
      <translation>Der Hub antwortete für {1} mit {0}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The hub could not be reached for {0} ({1}).</source>
      <translation>Für {0} war das Modellverzeichnis nicht erreichbar ({1}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The hub ended {0} after {1} of {2} bytes.</source>
      <translation>Der Hub brach {0} nach {1} von {2} Bytes ab.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The index folder {0} cannot be used ({1}).</source>
      <translation>Der Indexordner {0} ist nicht benutzbar ({1}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The index in use was not changed. Start the program again, which mends it, then move once more.</source>
      <translation>Der benutzte Index wurde nicht geändert. Starten Sie das Programm neu, das bringt ihn in Ordnung; verlegen Sie ihn dann noch einmal.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The index is {0} already.</source>
      <translation>Der Index liegt bereits in {0}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The index {0} cannot be used at present ({1}).</source>
      <translation>Der Index {0} ist zurzeit nicht benutzbar ({1}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The index {0} is damaged or cannot be used ({1}).</source>
      <translation>Der Index {0} ist beschädigt oder nicht benutzbar ({1}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The index {0} is in use by another DocuChat.</source>
      <translation>Der Index {0} wird von einem anderen DocuChat benutzt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The language model could not continue, most likely because memory is short.</source>
      <translation>Das Sprachmodell konnte nicht weiterarbeiten, wahrscheinlich weil der Speicher knapp ist.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The language model file {0} could not be loaded.</source>
      <translation>Die Datei des Sprachmodells {0} konnte nicht geladen werden.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The language model file {0} is damaged or incomplete.</source>
      <translation>Die Datei des Sprachmodells {0} ist beschädigt oder unvollständig.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The language model took longer than {0} seconds for this step and was stopped.</source>
      <translation>Das Sprachmodell brauchte für diesen Schritt länger als {0} Sekunden und wurde angehalten.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The language model {0} did not answer in time.</source>
      <translation>Das Sprachmodell {0} hat nicht rechtzeitig geantwortet.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The language model {0} stopped because it ran out of memory.</source>
      <translation>Das Sprachmodell {0} wurde beendet, weil der Speicher nicht reichte.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The library {0} cannot be opened or read ({1}).</source>
      <translation>Die Bibliothek {0} kann nicht geöffnet oder gelesen werden ({1}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The library {0} cannot be read ({1}).</source>
      <translation>Die Bibliothek {0} kann nicht gelesen werden ({1}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The library {0} cannot be written to.</source>
      <translation>In die Bibliothek {0} kann nicht geschrieben werden.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The library {0} is damaged ({1}). Nothing was changed.</source>
      <translation>Die Bibliothek {0} ist beschädigt ({1}). Nichts wurde geändert.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The library {0} is damaged or is not a library of this program.</source>
      <translation>Die Bibliothek {0} ist beschädigt oder keine Bibliothek dieses Programms.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The library {0} is damaged: {1}. No copy of it was kept.</source>
      <translation>Die Bibliothek {0} ist beschädigt: {1}. Es wurde keine Kopie davon behalten.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The library {0} is gone ({1}), and copies of it are there. Nothing was changed.</source>
      <translation>Die Bibliothek {0} ist weg ({1}), und Kopien von ihr sind da. Nichts wurde geändert.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The library {0} is in use by another program.</source>
      <translation>Die Bibliothek {0} wird von einem anderen Programm benutzt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The library {0} was written by a newer DocuChat (format {1}, this one knows {2}). It has not been changed.</source>
      <translation>Die Bibliothek {0} stammt von einem neueren DocuChat (Format {1}, dieses kennt {2}). Sie wurde nicht geändert.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The limit of {0} was reached; the answer is composed from what was found.</source>
      <translation>Die Grenze für {0} ist erreicht; die Antwort entsteht aus dem, was gefunden wurde.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The list for {0} is empty.</source>
      <translation>Die Liste für {0} ist leer.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The log file has the details.</source>
      <translation>Die Protokolldatei hat die Einzelheiten.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The message ends too early; parts of it may be missing. Save it again in the mail program.</source>
      <translation>Die Nachricht endet zu früh; Teile davon können fehlen. Speichern Sie sie im Mailprogramm neu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The model catalogue {0} cannot be read ({1}).</source>
      <translation>Der Modellkatalog {0} kann nicht gelesen werden ({1}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The model catalogue {0} is not valid TOML: {1}.</source>
      <translation>Der Modellkatalog {0} ist kein gültiges TOML: {1}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The model catalogue {0} is not valid: {1}: {2}.</source>
      <translation>Der Modellkatalog {0} ist nicht gültig: {1}: {2}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The model file {0} cannot be read ({1}).</source>
      <translation>Die Modelldatei {0} kann nicht gelesen werden ({1}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The model file {0} is not the one that belongs to this version: expected sha256 {1}, got {2}. It was not loaded.</source>
      <translation>Die Modelldatei {0} gehört nicht zu dieser Version: erwartet sha256 {1}, gefunden {2}. Sie wurde nicht geladen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The model server at {0} {1}.</source>
      <translation>Der Modellserver {0} {1}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The model {0} came with the program and stays.</source>
      <translation>Das Modell {0} kam mit dem Programm und bleibt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The model {0} comes with the program, and is missing.</source>
      <translation>Das Modell {0} gehört zum Programm und fehlt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The model {0} could not be removed ({1}).</source>
      <translation>Das Modell {0} konnte nicht entfernt werden ({1}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The model {0} is being fetched.</source>
      <translation>Das Modell {0} wird gerade geholt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The model {0} is in use and stays.</source>
      <translation>Das Modell {0} ist in Gebrauch und bleibt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The model {0} is not installed in {1}.</source>
      <translation>Das Modell {0} ist in {1} nicht installiert.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The models folder cannot be written: {0} ({1}).</source>
      <translation>In den Modellordner kann nicht geschrieben werden: {0} ({1}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The name of a workspace has at most {0} characters; this one has {1}.</source>
      <translation>Der Name eines Arbeitsbereichs hat höchstens {0} Zeichen; dieser hat {1}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The page could not be checked for hidden text and is kept out of prompts.</source>
      <translation>Die Seite konnte nicht auf verborgenen Text geprüft werden und bleibt aus Antworten heraus.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The page has no text and looks scanned; text recognition is switched off.</source>
      <translation>Die Seite hat keinen Text und sieht nach einem Scan aus; die Texterkennung ist ausgeschaltet.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The page is damaged and cannot be read. Copy or download the file again.</source>
      <translation>Die Seite ist beschädigt und nicht lesbar. Kopieren Sie die Datei neu oder laden Sie sie erneut herunter.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The page is damaged, and not all of it can be read.</source>
      <translation>Die Seite ist beschädigt, und nicht alles darauf ist lesbar.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The page renderer sent no usable picture of page {0} of {1}.</source>
      <translation>Von Seite {0} von {1} kam kein brauchbares Bild.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The prompt has {0} tokens and the answer may take {1}, but the context holds {2} together.</source>
      <translation>Die Eingabe hat {0} Token, die Antwort darf {1} haben, aber der Kontext fasst zusammen nur {2}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The question and its instructions need {0} tokens and the answer up to {1}, but {2} has room for {3} together.</source>
      <translation>Die Frage mit ihren Anweisungen braucht {0} Token und die Antwort bis zu {1}, aber {2} hat zusammen nur Platz für {3}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The re-ranking model {0} cannot be loaded ({1}).</source>
      <translation>Das Rangmodell {0} kann nicht geladen werden ({1}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The re-ranking model {0} failed ({1}).</source>
      <translation>Das Rangmodell {0} ist gescheitert ({1}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The record of a model, {0}, cannot be read.</source>
      <translation>Der Eintrag eines Modells, {0}, kann nicht gelesen werden.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The repaired library could not be put in its place ({0}).</source>
      <translation>Die reparierte Bibliothek konnte nicht an ihren Platz gelegt werden ({0}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The run ended before this did.</source>
      <translation>Der Lauf endete vorher.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The run {0} is no research that could be gone on with.</source>
      <translation>Der Lauf {0} ist keine Recherche, die fortgesetzt werden kann.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The same names, in another order.</source>
      <translation>Dieselben Namen, in anderer Reihenfolge.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The same words, in another order.</source>
      <translation>Dieselben Wörter, in anderer Reihenfolge.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The schema is the one the program comes with.</source>
      <translation>Das Schema ist das mitgelieferte.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The schema of {0} in the library is damaged: {1}</source>
      <translation>Das Schema von {0} in der Bibliothek ist beschädigt: {1}</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The schema {0} cannot be used: {1}: {2}.</source>
      <translation>Das Schema {0} ist nicht brauchbar: {1}: {2}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The search did not finish.</source>
      <translation>Die Suche wurde nicht fertig.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The search failed.</source>
      <translation>Die Suche ist fehlgeschlagen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The search for {0} took longer than {1} seconds and was given up.</source>
      <translation>Die Suche nach {0} dauerte länger als {1} Sekunden und wurde aufgegeben.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The server at {0} does not say which models it has.</source>
      <translation>Der Server {0} sagt nicht, welche Modelle er hat.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The server {0} is set, but not which of its models to use.</source>
      <translation>Der Server {0} ist eingestellt, aber nicht, welches seiner Modelle benutzt werden soll.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The settings could not be written to {0} ({1}).</source>
      <translation>Die Einstellungen konnten nicht nach {0} geschrieben werden ({1}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The settings file {0} cannot be read ({1}).</source>
      <translation>Die Einstellungsdatei {0} kann nicht gelesen werden ({1}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The settings file {0} has an entry that this version does not know: {1}. Perhaps it is from a newer DocuChat.</source>
      <translation>Die Einstellungsdatei {0} hat einen Eintrag, den diese Version nicht kennt: {1}. Vielleicht ist sie von einem neueren DocuChat.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The settings file {0} is not valid: {1}: {2}.</source>
      <translation>Die Einstellungsdatei {0} ist nicht gültig: {1}: {2}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The sheet {0} is damaged, and not all of it can be read.</source>
      <translation>Das Blatt {0} ist beschädigt und kann nicht ganz gelesen werden.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The source compares them the other way round: {0}, {1}.</source>
      <translation>Die Quelle vergleicht sie andersherum: {0}, {1}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The source has other words here: {0}.</source>
      <translation>Die Quelle hat hier andere Wörter: {0}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The source says only that it was planned, asked for or believed.</source>
      <translation>Die Quelle sagt nur, dass es geplant, verlangt oder vermutet wurde.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The source says the opposite: {0}.</source>
      <translation>Die Quelle sagt das Gegenteil: {0}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The state of this research cannot be read; it may be from another version of DocuChat.</source>
      <translation>Der Stand dieser Recherche kann nicht gelesen werden; vielleicht stammt er aus einer anderen Version von DocuChat.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The text of {0} cannot be seen ({1}), so none of it was taken in.</source>
      <translation>Der Text von {0} ist nicht zu sehen ({1}); darum wurde nichts davon übernommen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The text on this page could not be recognised.</source>
      <translation>Der Text auf dieser Seite konnte nicht erkannt werden.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The text recogniser sent no usable text of page {0}.</source>
      <translation>Die Texterkennung hat für Seite {0} keinen brauchbaren Text geliefert.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The tokenizer {0} is missing or damaged.</source>
      <translation>Der Tokenizer {0} fehlt oder ist beschädigt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The tuned graph {0} was damaged: expected sha256 {1}, got {2}. It was removed; the original is used.</source>
      <translation>Der angepasste Graph {0} war beschädigt: erwartet sha256 {1}, gefunden {2}. Er wurde entfernt; das Original wird benutzt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The value of {0} has control characters.</source>
      <translation>Der Wert von {0} enthält Steuerzeichen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The value of {0} has {1} characters; {2} are allowed.</source>
      <translation>Der Wert von {0} hat {1} Zeichen; erlaubt sind {2}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The value of {0} is empty.</source>
      <translation>Der Wert von {0} ist leer.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The writing on page {0} of {1} cannot be read.</source>
      <translation>Die Schrift auf Seite {0} von {1} kann nicht gelesen werden.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The {0} has been closed.</source>
      <translation>Der Dienst „{0}“ ist beendet.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>The {0} model file {1} is damaged or incomplete: {2}.</source>
      <translation>Die {0}-Modelldatei {1} ist beschädigt oder unvollständig: {2}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>There is a workspace {0} already.</source>
      <translation>Es gibt schon einen Arbeitsbereich {0}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>There is no bucket {0}.</source>
      <translation>Es gibt kein Fach {0}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>There is no conversation {0}.</source>
      <translation>Es gibt keine Unterhaltung {0}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>There is no file or folder {0}.</source>
      <translation>Eine Datei oder einen Ordner {0} gibt es nicht.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>There is no file {0} in this document.</source>
      <translation>In diesem Dokument gibt es keine Datei {0}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>There is no file {0} in {1} any more.</source>
      <translation>In {1} gibt es keine Datei {0} mehr.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>There is no file {0} in {1}.</source>
      <translation>In {1} gibt es keine Datei {0}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>There is no folder {0}. No copy was made.</source>
      <translation>Es gibt keinen Ordner {0}. Es wurde keine Kopie gemacht.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>There is no library in {0} yet.</source>
      <translation>In {0} gibt es noch keine Bibliothek.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>There is no library in {0}.</source>
      <translation>In {0} gibt es keine Bibliothek.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>There is no research to go on with in this conversation.</source>
      <translation>In dieser Unterhaltung gibt es keine Recherche, die fortgesetzt werden kann.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>There is no result {0}; search first.</source>
      <translation>Es gibt keinen Treffer {0}; zuerst muss gesucht werden.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>There is no result {0}; the listed ones are 1 to {1}.</source>
      <translation>Es gibt keinen Treffer {0}; es sind die Treffer 1 bis {1} gelistet.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>There is no stored run {0}.</source>
      <translation>Es gibt keinen gespeicherten Lauf {0}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>There is no such citation among the selected documents.</source>
      <translation>In den gewählten Dokumenten gibt es diese Stelle nicht.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>There is no such file or folder.</source>
      <translation>Diese Datei oder diesen Ordner gibt es nicht.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>There is no usable copy of the library in {0}.</source>
      <translation>In {0} gibt es keine brauchbare Kopie der Bibliothek.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>There is no workspace {0}.</source>
      <translation>Es gibt keinen Arbeitsbereich {0}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>There is not enough memory to load {0} with a context of {1} tokens.</source>
      <translation>Der Speicher reicht nicht, um {0} mit einem Kontext von {1} Token zu laden.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>There is nothing in the library {0} yet. No copy was made.</source>
      <translation>In der Bibliothek {0} ist noch nichts. Es wurde keine Kopie gemacht.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>There is nothing in this document that could be read.</source>
      <translation>In diesem Dokument ist nichts, was sich lesen ließe.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>There is nothing more to search or open; the answer is composed from what was found.</source>
      <translation>Es gibt nichts mehr zu suchen oder zu öffnen; die Antwort wird aus dem Gefundenen verfasst.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>These can: {0}.</source>
      <translation>Lesbar sind: {0}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>These can: {0}. Save it as one.</source>
      <translation>Lesbar sind: {0}. Speichern Sie sie in einem dieser Formate.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>This conversation is not stored.</source>
      <translation>Diese Unterhaltung ist nicht gespeichert.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>This document has not been put into a bucket yet.</source>
      <translation>Dieses Dokument ist noch in keinem Fach.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>This document is no longer in the library.</source>
      <translation>Dieses Dokument ist nicht mehr in der Bibliothek.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>This is not the password of {0}. Enter another one to read it.</source>
      <translation>Dies ist nicht das Passwort von {0}. Geben Sie ein anderes ein, um es zu lesen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>This picture is damaged.</source>
      <translation>Dieses Bild ist beschädigt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>This run gave no answer that could be exported.</source>
      <translation>Dieser Lauf gab keine Antwort, die sich ausgeben ließe.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>This run has no answer that could be changed.</source>
      <translation>Zu dieser Frage gibt es keine Antwort, die sich ändern ließe.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Try again, or choose another format.</source>
      <translation>Versuchen Sie es noch einmal, oder wählen Sie ein anderes Format.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Try again, or use another source with --from.</source>
      <translation>Versuchen Sie es noch einmal, oder benutzen Sie eine andere Quelle.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Try again.</source>
      <translation>Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Try again; it goes on where it was.</source>
      <translation>Versuchen Sie es noch einmal; es geht dort weiter, wo es war.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Try again; it goes on.</source>
      <translation>Versuchen Sie es noch einmal; es geht dort weiter.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Try again; the details are in the log file.</source>
      <translation>Versuchen Sie es noch einmal; Näheres steht in der Protokolldatei.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Type `docuchat check --repair` to save what can be read, or `docuchat restore` to put the newest good copy in its place. The damaged file is kept.</source>
      <translation>Mit `docuchat check --repair` retten Sie, was lesbar ist; mit `docuchat restore` legen Sie die neueste gute Kopie zurück. Die beschädigte Datei wird aufgehoben.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Type `docuchat check` to see what can be done; earlier copies are untouched.</source>
      <translation>`docuchat check` sagt, was zu tun ist; frühere Kopien sind unberührt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Type `docuchat check` to see what is wrong, `docuchat check --repair` to save what can be read, or `docuchat restore` to put the newest good copy in its place. The damaged file is kept.</source>
      <translation>`docuchat check` sagt, was fehlt; mit `docuchat check --repair` retten Sie, was lesbar ist; mit `docuchat restore` legen Sie die neueste gute Kopie zurück. Die beschädigte Datei wird aufgehoben.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Type `docuchat check`.</source>
      <translation>Geben Sie `docuchat check` ein.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Type `docuchat models get {0}` to fetch it again.</source>
      <translation>Laden Sie es neu, unter Einstellungen → Modelle oder mit `docuchat models get {0}`.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Type `docuchat models get {0}` to fetch it.</source>
      <translation>Laden Sie es unter Einstellungen → Modelle oder mit `docuchat models get {0}`.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Type `docuchat models get {0}` to set it up again.</source>
      <translation>Richten Sie es mit `docuchat models get {0}` neu ein.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Type `docuchat restore` to put the newest good copy in its place.</source>
      <translation>Mit `docuchat restore` legen Sie die neueste gute Kopie zurück.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Type `docuchat restore` to put the newest good copy in its place. To begin with an empty library, move the folder {0} away.</source>
      <translation>Mit `docuchat restore` legen Sie die neueste gute Kopie zurück. Um mit einer leeren Bibliothek zu beginnen, räumen Sie den Ordner {0} weg.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Unpack it to check it.</source>
      <translation>Packen Sie sie zur Prüfung aus.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Unpack it with another program if you trust it, and add the files you need.</source>
      <translation>Packen Sie sie mit einem anderen Programm aus, wenn Sie ihr trauen, und fügen Sie die nötigen Dateien hinzu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Unpack it with its password and add the file itself.</source>
      <translation>Packen Sie sie mit ihrem Passwort aus, und fügen Sie die Datei selbst hinzu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Unpack it with its password and add the files in it.</source>
      <translation>Entpacken Sie es mit dem Passwort und fügen Sie die Dateien darin hinzu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Unpack the file and add what is in it.</source>
      <translation>Packen Sie die Datei aus, und fügen Sie den Inhalt hinzu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Unset it, or use another source.</source>
      <translation>Heben Sie das auf, oder benutzen Sie eine andere Quelle.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Use =, !=, &lt;, &lt;=, &gt;, &gt;=, LIKE, IN, BETWEEN, IS NULL or IS NOT NULL.</source>
      <translation>Möglich sind =, !=, &lt;, &lt;=, &gt;, &gt;=, LIKE, IN, BETWEEN, IS NULL oder IS NOT NULL.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Values with commas, brackets or words like AND stand between quotes: 'Miller and Sons'.</source>
      <translation>Werte mit Kommas, Klammern oder Wörtern wie AND stehen in Anführungszeichen: 'Müller und Söhne'.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Wait until that has ended, or stop it.</source>
      <translation>Warten Sie, bis das beendet ist, oder halten Sie es an.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>What an interrupted move left in {0} could not be taken away ({1}).</source>
      <translation>Was ein abgebrochenes Verschieben in {0} hinterlassen hat, konnte nicht entfernt werden ({1}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>What is left of the old one in {0} is not used any more.</source>
      <translation>Was vom alten in {0} noch da ist, wird nicht mehr benutzt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Whether it must, may or might be so is said otherwise in the source.</source>
      <translation>Ob es so sein muss, darf oder könnte, steht in der Quelle anders.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Without a network, add `--from PATH`: its file, a folder that has it, such as another program's, or a folder of wheels.</source>
      <translation>Ohne Netz: „Aus einer Datei …“ dort, oder mit `--from PFAD` aus seiner Datei, aus einem Ordner, in dem es liegt, etwa dem eines anderen Programms, oder aus einem Ordner mit Wheels.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Words and figures stand in a row of a table, under that year.</source>
      <translation>Wörter und Zahlen stehen in einer Tabellenzeile unter diesem Jahr.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Words and figures stand in the cited text.</source>
      <translation>Wörter und Zahlen stehen im zitierten Text.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Write a date, for example 2023-04-01.</source>
      <translation>Schreiben Sie ein Datum, zum Beispiel 2023-04-01.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Write a number, with or without a unit.</source>
      <translation>Schreiben Sie eine Zahl, mit oder ohne Einheit.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Write a value; for documents without one, IS NULL.</source>
      <translation>Schreiben Sie einen Wert; für Dokumente ohne Wert IS NULL.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Write an amount, for example 1234.56 or 1234.56 EUR.</source>
      <translation>Schreiben Sie einen Betrag, zum Beispiel 1234.56 oder 1234.56 EUR.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Write it in full.</source>
      <translation>Schreiben Sie ihn zu Ende.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Write it like http://localhost:8080 in the settings.</source>
      <translation>Schreiben Sie sie in den Einstellungen wie http://localhost:8080.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Write it with fewer brackets.</source>
      <translation>Schreiben Sie ihn mit weniger Klammern.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Write one of its values.</source>
      <translation>Schreiben Sie einen der Werte.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Write the lowest and the highest.</source>
      <translation>Schreiben Sie den kleinsten und den größten.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Write the name of one of them.</source>
      <translation>Schreiben Sie den Namen eines seiner Modelle.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Write the smaller value first.</source>
      <translation>Schreiben Sie den kleineren Wert zuerst.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>Write {0}, or {1} if that is meant.</source>
      <translation>Schreiben Sie {0}, oder {1}, falls das gemeint ist.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>You may not read {0}. Change its permissions; it is read as soon as that is possible.</source>
      <translation>Sie dürfen {0} nicht lesen. Ändern Sie die Zugriffsrechte; gelesen wird, sobald das geht.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>`docuchat backup --list` names those there are.</source>
      <translation>`docuchat backup --list` nennt die vorhandenen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>`docuchat docs --problems` says what is wrong with it.</source>
      <translation>`docuchat docs --problems` sagt, was daran nicht stimmt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>a character that means nothing</source>
      <translation>ein Zeichen ohne Bedeutung</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>a closing bracket</source>
      <translation>eine schließende Klammer</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>a comma or a closing bracket</source>
      <translation>ein Komma oder eine schließende Klammer</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>a date</source>
      <translation>ein Datum</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>a name has small letters, digits and underscores, up to 40, a letter first</source>
      <translation>ein Name besteht aus bis zu 40 Kleinbuchstaben, Ziffern und Unterstrichen und beginnt mit einem Buchstaben</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>a number</source>
      <translation>eine Zahl</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>a quote that is never closed</source>
      <translation>ein Anführungszeichen, das nie geschlossen wird</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>a search for each of {0}</source>
      <translation>je eine Suche nach {0}</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>a text</source>
      <translation>ein Text</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>a value</source>
      <translation>ein Wert</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>an amount of money</source>
      <translation>ein Geldbetrag</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>an enum needs its values</source>
      <translation>eine Liste braucht ihre Werte</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>an opening bracket and a list</source>
      <translation>eine öffnende Klammer und eine Liste</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>an operator like = or &gt;</source>
      <translation>ein Vergleich wie = oder &gt;</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>at least {0}</source>
      <translation>mindestens {0}</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>at least {0} opened citations</source>
      <translation>mindestens {0} geöffnete Stellen</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>at least {0} separate searches</source>
      <translation>mindestens {0} getrennte Suchen</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>at most {0}</source>
      <translation>höchstens {0}</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>at most {0} characters</source>
      <translation>höchstens {0} Zeichen</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>at most {0} of them</source>
      <translation>höchstens {0} davon</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>exact quotes</source>
      <translation>wörtliche Zitate</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>exact quotes ({0})</source>
      <translation>wörtliche Zitate ({0})</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>it begins with other bytes</source>
      <translation>sie beginnt mit anderen Bytes</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>it ends too early</source>
      <translation>sie endet zu früh</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>it holds no graph</source>
      <translation>sie enthält keinen Graphen</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>it is a Python pickle, which this program never loads</source>
      <translation>sie ist ein Python-Pickle, das dieses Programm nie lädt</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>it is a web page</source>
      <translation>sie ist eine Webseite</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>it is a zip archive, as PyTorch writes them</source>
      <translation>sie ist ein ZIP-Archiv, wie PyTorch es schreibt</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>it is another part than its name says</source>
      <translation>sie ist ein anderer Teil, als ihr Name sagt</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>it is empty</source>
      <translation>es ist leer</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>it is missing</source>
      <translation>es fehlt</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>it is no list in square brackets</source>
      <translation>es ist keine Liste in eckigen Klammern</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>it is no number</source>
      <translation>es ist keine Zahl</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>it is no table of names and values</source>
      <translation>es ist keine Tabelle aus Namen und Werten</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>it is no text between quotes</source>
      <translation>es ist kein Text in Anführungszeichen</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>it is one of several parts, and its name does not say of which</source>
      <translation>sie ist einer von mehreren Teilen, und ihr Name sagt nicht, wovon</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>it is one of {0}</source>
      <translation>möglich sind {0}</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>it is too long, or a name in it goes too deep</source>
      <translation>zu lang, oder ein Name darin geht zu tief</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>it is true or false</source>
      <translation>es ist wahr oder falsch (true oder false)</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>it keeps its weights in another file</source>
      <translation>ihre Gewichte liegen in einer anderen Datei</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>it writes no text</source>
      <translation>sie enthält kein Modell, das Text schreibt</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>its header ends too early</source>
      <translation>ihr Kopf endet zu früh</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>its header lacks the figures of one</source>
      <translation>im Kopf der Datei fehlen die Angaben dazu</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>its header makes no sense</source>
      <translation>ihr Kopf ergibt keinen Sinn</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>its name has bytes that are no characters</source>
      <translation>ihr Name hat Bytes, die keine Zeichen sind</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>its structure makes no sense</source>
      <translation>ihr Aufbau ergibt keinen Sinn</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>named twice: {0}</source>
      <translation>doppelt vergebener Name: {0}</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>no values</source>
      <translation>keine Werte</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>nothing</source>
      <translation>nichts</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>one of a list</source>
      <translation>einer aus einer Liste</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>only a number has a unit; money carries its currency with each value</source>
      <translation>nur eine Zahl hat eine Einheit; bei Geld steht die Währung bei jedem Wert</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>only a text has a pattern</source>
      <translation>nur ein Text hat ein Muster</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>only a text names something</source>
      <translation>nur ein Text benennt etwas</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>only an enum or a bool lists its values</source>
      <translation>nur eine Liste und ein Ja/Nein führen ihre Werte auf</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>only numbers and money add up</source>
      <translation>nur Zahlen und Geld lassen sich addieren</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>only numbers and money have a total</source>
      <translation>nur Zahlen und Geld haben eine Gesamtangabe</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>only numbers, money and dates are more or less</source>
      <translation>nur Zahlen, Geld und Daten sind mehr oder weniger</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>open_citation for the most relevant results</source>
      <translation>open_citation for die besten Treffer</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>reprompts</source>
      <translation>Nachfragen beim Modell</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>search_docs for the main terms of the question</source>
      <translation>search_docs for den Hauptbegriffen der Frage</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>steps</source>
      <translation>Schritte</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>the file is empty</source>
      <translation>die Datei ist leer</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>the file is missing</source>
      <translation>die Datei fehlt</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>the last weights are missing</source>
      <translation>die letzten Gewichte fehlen</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>the name of a field</source>
      <translation>der Name eines Feldes</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>the pattern is no regular expression ({0})</source>
      <translation>das Muster ist kein regulärer Ausdruck ({0})</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>the unit {0} is not known</source>
      <translation>die Einheit {0} ist nicht bekannt</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>the values of a bool are true and false</source>
      <translation>die Werte eines Ja/Nein heißen true und false</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>there is no such entry</source>
      <translation>diesen Eintrag gibt es nicht</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>time</source>
      <translation>die Zeit</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>tool calls</source>
      <translation>Werkzeugaufrufe</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>true or false</source>
      <translation>wahr oder falsch</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>what is looked for anywhere needs a pattern</source>
      <translation>was überall gesucht wird, braucht ein Muster</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>what was found answers every part of the question</source>
      <translation>was gefunden wurde, beantwortet jeden Teil der Frage</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} MB are missing on the disk of {1}.</source>
      <translation>Auf dem Datenträger von {1} fehlen {0} MB.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} and {1} lie inside each other.</source>
      <translation>{0} und {1} liegen ineinander.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} cannot be added up.</source>
      <translation>{0} lässt sich nicht zusammenzählen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} cannot be kept in step. {1}</source>
      <translation>{0} kann nicht abgeglichen werden. {1}</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} cannot be read (another type, damaged, empty, larger than {1} MB, or inside too many other files).</source>
      <translation>{0}: nicht lesbar (anderer Typ, beschädigt, leer, größer als {1} MB oder in zu vielen anderen Dateien).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} cannot be read ({1}).</source>
      <translation>{0} kann nicht gelesen werden ({1}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} cannot be read ({1}). It is tried again at the next start.</source>
      <translation>{0} kann nicht gelesen werden ({1}). Beim nächsten Start wird es noch einmal versucht.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} cannot be read as a table.</source>
      <translation>{0} kann nicht als Tabelle gelesen werden.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} cannot be read: its elements lie too deep in each other.</source>
      <translation>{0} kann nicht gelesen werden: Die Elemente liegen zu tief ineinander.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} cannot be the sum of {1}</source>
      <translation>{0} kann nicht die Summe von {1} sein</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} cannot be used as a language model: {1}.</source>
      <translation>{0} lässt sich nicht als Sprachmodell benutzen: {1}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} cannot hold other files.</source>
      <translation>{0} kann keine anderen Dateien enthalten.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} could not be put in the place of the library ({1}).</source>
      <translation>{0} konnte nicht an die Stelle der Bibliothek gelegt werden ({1}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} could not be put into a bucket: it was tried three times and is asked for again. Its text can be searched. Move it to a bucket by hand, or send the diagnostics file with a report.</source>
      <translation>{0} ließ sich keinem Fach zuordnen, auch nicht im dritten Versuch. Der Text kann durchsucht werden. Legen Sie das Dokument von Hand in ein Fach, oder senden Sie die Diagnosedatei mit einer Meldung.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} could not be tuned and is used as it is, only slower: {1}</source>
      <translation>{0} konnte nicht angepasst werden und wird benutzt, wie es ist, nur langsamer: {1}</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} could not be unpacked ({1}).</source>
      <translation>{0} konnte nicht ausgepackt werden ({1}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} could not be written ({1}).</source>
      <translation>{0} konnte nicht geschrieben werden ({1}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} documents</source>
      <translation>{0} Dokumente</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} does not hold the weights of multilingual-e5-small ({1}).</source>
      <translation>{0} enthält nicht die Gewichte von multilingual-e5-small ({1}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} does not say what to write.</source>
      <translation>{0} sagt nicht, was geschrieben werden soll.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} does not suit {1}, which is {2}.</source>
      <translation>{0} passt nicht zu {1}; das ist {2}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} from {1} has {2} bytes, not {3}. It was thrown away.</source>
      <translation>{0} von {1} hat {2} Bytes statt {3}. Sie wurde verworfen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} from {1} is not the right file: expected sha256 {2}, got {3}. It was thrown away.</source>
      <translation>{0} von {1} ist nicht die richtige Datei: erwartet sha256 {2}, gefunden {3}. Sie wurde verworfen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} groups</source>
      <translation>{0} Gruppen</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} has been closed.</source>
      <translation>{0} wurde geschlossen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} has changed since it was added; the new content replaces the old as soon as it has been read.</source>
      <translation>{0} hat sich geändert, seit die Datei hinzugefügt wurde; der neue Inhalt ersetzt den alten, sobald er gelesen ist.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} has changed since it was read.</source>
      <translation>{0} hat sich geändert, seit es gelesen wurde.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} has more text than can be held in memory.</source>
      <translation>{0} hat mehr Text, als in den Arbeitsspeicher passt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} has no least and no greatest value.</source>
      <translation>{0} hat keinen kleinsten und keinen größten Wert.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} has no page {1}.</source>
      <translation>{0} hat keine Seite {1}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} has no pages that can be drawn.</source>
      <translation>{0} hat keine Seiten, die gezeigt werden können.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} has no pages.</source>
      <translation>{0} hat keine Seiten.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} has no text in it.</source>
      <translation>{0} enthält keinen Text.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} has no text layer; it looks scanned.</source>
      <translation>{0} hat keine Textebene; es sieht nach einem Scan aus.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} has the same content as {1}; it is read only once.</source>
      <translation>{0} hat denselben Inhalt wie {1}; gelesen wird nur einmal.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} has {1} MB free; {2} MB are needed.</source>
      <translation>In {0} sind {1} MB frei; nötig sind {2} MB.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} has {1} × {2} pixels, more than the {3} million that are read.</source>
      <translation>{0} hat {1} × {2} Bildpunkte, mehr als die {3} Millionen, die gelesen werden.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} have no field {1}.</source>
      <translation>{0} haben kein Feld {1}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} have no field “{1}”.</source>
      <translation>{0} haben kein Feld „{1}“.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} holds more than {1} MB of text and was refused.</source>
      <translation>{0} enthält mehr als {1} MB Text und wurde abgewiesen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} holds more than {1} files and was refused.</source>
      <translation>{0} enthält mehr als {1} Dateien und wurde abgewiesen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} holds no files.</source>
      <translation>{0} enthält keine Dateien.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} holds no text.</source>
      <translation>{0} enthält keinen Text.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} holds nothing but white space.</source>
      <translation>{0} enthält nur Leerraum.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} holds what an interrupted move left, and something else: {1}.</source>
      <translation>In {0} liegt, was ein abgebrochenes Verschieben hinterlassen hat, und noch etwas anderes: {1}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} in {1} cannot be unpacked ({2}).</source>
      <translation>{0} in {1} kann nicht ausgepackt werden ({2}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} in {1} is damaged.</source>
      <translation>{0} in {1} ist beschädigt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} in {1} is larger than {2} MB and was not read.</source>
      <translation>{0} in {1} ist größer als {2} MB und wurde nicht gelesen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} in {1} lies inside more than {2} files and was not read.</source>
      <translation>{0} in {1} liegt in mehr als {2} Dateien ineinander und wurde nicht gelesen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} in {1} unpacks to more than {2} MB and was refused.</source>
      <translation>{0} in {1} wird ausgepackt größer als {2} MB und wurde abgewiesen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is a file.</source>
      <translation>{0} ist eine Datei.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is already in the library.</source>
      <translation>{0} ist schon in der Bibliothek.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is an Office file of the kind before 2007, although its name says otherwise.</source>
      <translation>{0} ist eine Office-Datei aus der Zeit vor 2007, obwohl der Name etwas anderes sagt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is damaged ({1}). Nothing was changed.</source>
      <translation>{0} ist beschädigt ({1}). Nichts wurde geändert.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is damaged and cannot be opened.</source>
      <translation>{0} ist beschädigt und kann nicht geöffnet werden.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is damaged and cannot be read.</source>
      <translation>{0} ist beschädigt und kann nicht gelesen werden.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is damaged and cannot be unpacked.</source>
      <translation>{0} ist beschädigt und kann nicht entpackt werden.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is damaged or not an Outlook message.</source>
      <translation>{0} ist beschädigt oder keine Outlook-Nachricht.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is damaged, empty or too large.</source>
      <translation>{0} ist beschädigt, leer oder zu groß.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is damaged: expected sha256 {1}, got {2}. It is not used any more.</source>
      <translation>{0} ist beschädigt: erwartet sha256 {1}, gefunden {2}. Sie wird nicht mehr benutzt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is damaged: it has no text.</source>
      <translation>{0} ist beschädigt: Der Text fehlt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is damaged: its pages cannot be found.</source>
      <translation>{0} ist beschädigt: Die Seiten sind nicht zu finden.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is damaged: its parts cannot be told apart.</source>
      <translation>{0} ist beschädigt: Die Teile lassen sich nicht auseinanderhalten.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is empty (0 bytes).</source>
      <translation>{0} ist leer (0 Bytes).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is empty ({1} bytes).</source>
      <translation>{0} ist leer ({1} Bytes).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is empty.</source>
      <translation>{0} ist leer.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is encrypted with a password, which cannot be opened here.</source>
      <translation>{0} ist mit einem Passwort verschlüsselt und kann hier nicht geöffnet werden.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is gone from {1}. Put it back and it is read, or add it again from its new place.</source>
      <translation>{0} ist aus {1} verschwunden. Legen Sie es zurück, dann wird es gelesen, oder fügen Sie es vom neuen Ort aus hinzu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is gone, and {1} was in it.</source>
      <translation>{0} ist verschwunden, und {1} war darin.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is larger than {1} MB and was not read.</source>
      <translation>{0} ist größer als {1} MB und wurde nicht gelesen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is larger than {1} MB and was refused.</source>
      <translation>{0} ist größer als {1} MB und wurde abgewiesen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is larger than {1} MB.</source>
      <translation>{0} ist größer als {1} MB.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is neither valid TOML nor valid JSON: {1}.</source>
      <translation>{0} ist weder gültiges TOML noch gültiges JSON: {1}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is no address ({1}).</source>
      <translation>{0} ist keine Adresse ({1}).</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is no copy of a library.</source>
      <translation>{0} ist keine Kopie einer Bibliothek.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is no text or list.</source>
      <translation>{0} ist kein Text und keine Liste.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is no {1} model file: {2}.</source>
      <translation>{0} ist keine Modelldatei der Form {1}: {2}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is none of its values</source>
      <translation>{0} ist keiner seiner Werte</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is not a PDF, although its name says so.</source>
      <translation>{0} ist kein PDF, obwohl der Name es sagt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is not a PNG, JPEG or TIFF picture, although its name says so.</source>
      <translation>{0} ist kein Bild (PNG, JPEG, TIFF), obwohl der Name es sagt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is not a PowerPoint presentation, although its name says so.</source>
      <translation>{0} ist keine PowerPoint-Präsentation, obwohl der Name es sagt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is not a UUID.</source>
      <translation>{0} ist keine UUID.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is not a Word document, although its name says so.</source>
      <translation>{0} ist kein Word-Dokument, obwohl der Name es sagt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is not a folder.</source>
      <translation>{0} ist kein Ordner.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is not a table, although its name says so.</source>
      <translation>{0} ist keine Tabelle, obwohl der Name es sagt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is not an OpenDocument text, although its name says so.</source>
      <translation>{0} ist kein OpenDocument-Text, obwohl der Name es sagt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is not an Outlook message, although its name says so.</source>
      <translation>{0} ist keine Outlook-Nachricht, obwohl der Name es sagt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is not an e-book, although its name says so.</source>
      <translation>{0} ist kein E-Book, obwohl der Name es sagt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is not an e-mail, although its name says so.</source>
      <translation>{0} ist keine E-Mail, obwohl der Name es sagt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is not empty.</source>
      <translation>{0} ist nicht leer.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is not kept in step.</source>
      <translation>{0} wird nicht abgeglichen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is not of its type ({1}), or too large.</source>
      <translation>{0} hat nicht den angegebenen Typ ({1}) oder ist zu groß.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is not rich text, although its name says so.</source>
      <translation>{0} ist kein Rich Text, obwohl der Name es sagt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is not text, although its name says so.</source>
      <translation>{0} ist kein Text, obwohl der Name es sagt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is not the address of a model server.</source>
      <translation>{0} ist nicht die Adresse eines Modellservers.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is not what was written to it. Nothing was moved.</source>
      <translation>{0} ist nicht, was dorthin geschrieben wurde. Nichts wurde verlegt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is not {1}, although its name says so.</source>
      <translation>{0} ist nicht {1}, obwohl der Name es sagt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is not {1}: it has {2} bytes, not {3}. It was not taken.</source>
      <translation>{0} ist nicht {1}: die Datei hat {2} Bytes statt {3}. Sie wurde nicht übernommen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is protected against copying (DRM) and cannot be read.</source>
      <translation>{0} ist gegen Kopieren geschützt (DRM) und kann nicht gelesen werden.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is protected with a password.</source>
      <translation>{0} ist mit einem Passwort geschützt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is protected with a password. Enter it to read the document.</source>
      <translation>{0} ist mit einem Passwort geschützt. Geben Sie es ein, um das Dokument zu lesen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is there already and was not changed.</source>
      <translation>{0} gibt es schon und wurde nicht geändert.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is too large: {1} in it unpacks to {2} MB.</source>
      <translation>{0} ist zu groß: {1} darin wird ausgepackt {2} MB groß.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is used where it lies: {1}</source>
      <translation>{0} wird verwendet, wo es liegt: {1}</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} is wrong: {1}.</source>
      <translation>{0} ist falsch: {1}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} names no format a report can be written in.</source>
      <translation>{0} nennt kein Format, in dem ein Bericht geschrieben werden kann.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} of {1}</source>
      <translation>{0} von {1}</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} of {1} could not be had from any source. {2}</source>
      <translation>{0} von {1} war aus keiner Quelle zu bekommen. {2}</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} of {1} documents did not arrive whole in the other index.</source>
      <translation>{0} von {1} Dokumenten kamen nicht vollständig im anderen Index an.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} of {1} documents say something about it</source>
      <translation>{0} von {1} Dokumenten sagen etwas dazu</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} of {1} have one</source>
      <translation>{0} von {1} haben einen</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} of {1} needs a list of values.</source>
      <translation>{0} von {1} braucht eine Liste von Werten.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} of {1} needs a value.</source>
      <translation>{0} von {1} braucht einen Wert.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} passages are arranged and are found faster now.</source>
      <translation>{0} Textstellen sind geordnet und werden jetzt schneller gefunden.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} passages are being arranged so that they are found faster. This takes about {1}; searching and adding documents go on meanwhile.</source>
      <translation>{0} Textstellen werden so geordnet, dass sie schneller gefunden werden. Das dauert etwa {1}; Suchen und Hinzufügen gehen derweil weiter.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} shows no text.</source>
      <translation>{0} zeigt keinen Text.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} unpacks to more than {1} MB and was refused.</source>
      <translation>{0} wird ausgepackt größer als {1} MB und wurde abgewiesen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} was already in the library; it is now read from {1}.</source>
      <translation>{0} war schon in der Bibliothek; gelesen wird jetzt von {1}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} was changed while it was being read.</source>
      <translation>{0} wurde geändert, während es gelesen wurde.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} was changed; add it again.</source>
      <translation>{0} wurde geändert; fügen Sie sie erneut hinzu.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} was made by a newer DocuChat (format {1}, this one knows {2}). Nothing was changed.</source>
      <translation>{0} stammt von einem neueren DocuChat (Format {1}, dieses kennt {2}). Nichts wurde geändert.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} was refused: several of its files are made of the same bytes.</source>
      <translation>{0} wurde abgewiesen: Mehrere ihrer Dateien bestehen aus denselben Bytes.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} was refused: several of its parts are made of the same bytes.</source>
      <translation>{0} wurde abgewiesen: Mehrere Teile bestehen aus denselben Bytes.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} was refused: {1} in it declares entities, which such files never need.</source>
      <translation>{0} wurde abgewiesen: {1} darin vereinbart Entitäten, die solche Dateien nie brauchen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0} was refused: {1} in it unpacks to more than {2} times its size.</source>
      <translation>{0} wurde abgewiesen: {1} darin wird ausgepackt mehr als {2}-mal so groß.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0}, which came with the program, is damaged: expected sha256 {1}, got {2}.</source>
      <translation>{0} gehört zum Programm und ist beschädigt: erwartet war sha256 {1}, gefunden wurde {2}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0}: not so in the cited text.</source>
      <translation>{0}: im zitierten Text nicht so.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0}: stands with another date in the source.</source>
      <translation>{0}: steht in der Quelle bei einem anderen Datum.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>{0}: stands with other words in the source.</source>
      <translation>{0}: steht in der Quelle bei anderen Wörtern.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>“{0}” can be read in two ways.</source>
      <translation>„{0}“ lässt sich auf zwei Weisen lesen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>“{0}” is no operator of a filter.</source>
      <translation>„{0}“ ist kein Vergleich eines Filters.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>“{0}” is no value of {1}.</source>
      <translation>„{0}“ ist kein Wert von {1}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/core_texts.py" />
      <source>“{0}” was searched before; it found {1}. Open a result or use other words later.</source>
      <translation>„{0}“ wurde schon gesucht; gefunden wurde {1}. Als Nächstes einen Treffer öffnen oder später andere Wörter nehmen.</translation>
    </message>
  </context>
  <context>
    <name>DataController</name>
    <message>
      <location filename="../../desktop/settings/data_folder.py" />
      <source>1 document</source>
      <translation>1 Dokument</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_folder.py" />
      <source>Checking every page of the library …</source>
      <translation>Jede Seite der Bibliothek wird geprüft …</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_folder.py" />
      <source>Checking the copy …</source>
      <translation>Die Kopie wird geprüft …</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_folder.py" />
      <source>Copied and checked: {path}</source>
      <translation>Kopiert und geprüft: {path}</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_folder.py" />
      <source>Copying and checking the library …</source>
      <translation>Die Bibliothek wird kopiert und geprüft …</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_folder.py" />
      <source>Every page of the library is sound.</source>
      <translation>Jede Seite der Bibliothek ist in Ordnung.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_folder.py" />
      <source>Looking at the folder …</source>
      <translation>Der Ordner wird angesehen …</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_folder.py" />
      <source>Stopped. Nothing was changed.</source>
      <translation>Angehalten. Nichts wurde geändert.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_folder.py" />
      <source>The library is damaged ({problem}). Nothing was changed. Repair it, or put a copy back.</source>
      <translation>Die Bibliothek ist beschädigt ({problem}). Nichts wurde geändert. Reparieren Sie sie, oder legen Sie eine Kopie zurück.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_folder.py" />
      <source>The search index matched it when it was opened.</source>
      <translation>Der Suchindex passte zu ihr, als er geöffnet wurde.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_folder.py" />
      <source>The search index was mended from it when it was opened: {documents}.</source>
      <translation>Der Suchindex wurde nach ihr ausgebessert, als er geöffnet wurde: {documents}.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_folder.py" />
      <source>The search index was not checked:</source>
      <translation>Der Suchindex wurde nicht geprüft:</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_folder.py" />
      <source>{n} documents</source>
      <translation>{n} Dokumente</translation>
    </message>
  </context>
  <context>
    <name>DataPage</name>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>Check the library</source>
      <translation>Bibliothek prüfen</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>Copies of the library</source>
      <translation>Kopien der Bibliothek</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>Copy now</source>
      <translation>Jetzt kopieren</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>Copy the library to this folder</source>
      <translation>Die Bibliothek in diesen Ordner kopieren</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>Copy to a folder…</source>
      <translation>In einen Ordner kopieren …</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>DOCUCHAT_HOME says where the data lies: it is moved by hand.</source>
      <translation>DOCUCHAT_HOME sagt, wo die Daten liegen: Sie werden von Hand verschoben.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>Folders kept in step…</source>
      <translation>Abgeglichene Ordner …</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>Libraries (*.sqlite3);;All files (*)</source>
      <translation>Bibliotheken (*.sqlite3);;Alle Dateien (*)</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>Library and settings</source>
      <translation>Bibliothek und Einstellungen</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>Log</source>
      <translation>Protokoll</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>Make a copy each day</source>
      <translation>Jeden Tag eine Kopie machen</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>Models</source>
      <translation>Modelle</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>Move the data into this folder</source>
      <translation>Die Daten in diesen Ordner verschieben</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>Move to another folder…</source>
      <translation>In anderen Ordner verschieben …</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>None yet.</source>
      <translation>Noch keine.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>Open the folder: {name}</source>
      <translation>Ordner öffnen: {name}</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>Progress</source>
      <translation>Fortschritt</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>Put back a copy of the library</source>
      <translation>Eine Kopie der Bibliothek zurücklegen</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>Put back a file…</source>
      <translation>Datei zurücklegen …</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>Put back…</source>
      <translation>Zurücklegen …</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>Reads every page of its file; changes nothing.</source>
      <translation>Liest jede Seite ihrer Datei; ändert nichts.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>Repair…</source>
      <translation>Reparieren …</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>Saves what can be read of the library; the damaged file is kept.</source>
      <translation>Rettet, was von der Bibliothek lesbar ist; die beschädigte Datei wird aufgehoben.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>Stop</source>
      <translation>Anhalten</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>Texts, conversations, answers and settings; not the documents, which stay where they are. A copy on the same disk does not survive the disk: put one elsewhere now and then.</source>
      <translation>Texte, Gespräche, Antworten und Einstellungen; nicht die Dokumente, die bleiben, wo sie sind. Eine Kopie auf demselben Datenträger überlebt ihn nicht: Legen Sie ab und zu eine woanders ab.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>The data lies beside the program, and moves with the program's folder.</source>
      <translation>Die Daten liegen neben dem Programm und ziehen mit dessen Ordner um.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>The newest of each of the last three days and three weeks stay.</source>
      <translation>Die neueste jedes der letzten drei Tage und drei Wochen bleibt.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>The program was told where its data lies: it is moved by hand.</source>
      <translation>Dem Programm wurde gesagt, wo seine Daten liegen: Sie werden von Hand verschoben.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>The selected copy takes the place of the library, which is kept.</source>
      <translation>Die ausgewählte Kopie tritt an die Stelle der Bibliothek, die aufgehoben wird.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>Today's copy was not made: {size} are missing on the disk.</source>
      <translation>Die heutige Kopie wurde nicht angelegt: Auf dem Datenträger fehlen {size}.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>Where everything lies</source>
      <translation>Wo alles liegt</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>copies {size}</source>
      <translation>Kopien {size}</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>free on this disk {size}</source>
      <translation>auf diesem Datenträger frei {size}</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>library {size}</source>
      <translation>Bibliothek {size}</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>models {size}</source>
      <translation>Modelle {size}</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/data_page.py" />
      <source>search index {size}</source>
      <translation>Suchindex {size}</translation>
    </message>
  </context>
  <context>
    <name>DemandsButton</name>
    <message>
      <location filename="../../desktop/shared/demands_button.py" />
      <source>1 demand</source>
      <translation>1 Vorgabe</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/demands_button.py" />
      <source>Clear</source>
      <translation>Leeren</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/demands_button.py" />
      <source>Demands</source>
      <translation>Vorgaben</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/demands_button.py" />
      <source>Headings of the answer, separated by commas</source>
      <translation>Überschriften der Antwort, durch Kommas getrennt</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/demands_button.py" />
      <source>Headings:</source>
      <translation>Überschriften:</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/demands_button.py" />
      <source>Passages to read, at least</source>
      <translation>Zu lesende Stellen, mindestens</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/demands_button.py" />
      <source>Passages to read, at least:</source>
      <translation>Zu lesende Stellen, mindestens:</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/demands_button.py" />
      <source>Quote the exact words</source>
      <translation>Den genauen Wortlaut zitieren</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/demands_button.py" />
      <source>Summary, Costs, Risks</source>
      <translation>Zusammenfassung, Kosten, Risiken</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/demands_button.py" />
      <source>What the answers in agent mode must have</source>
      <translation>Was die Antworten im Modus Agent haben müssen</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/demands_button.py" />
      <source>Where documents disagree, the newest counts</source>
      <translation>Wo Dokumente sich widersprechen, gilt das neueste</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/demands_button.py" />
      <source>as many as needed</source>
      <translation>so viele wie nötig</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/demands_button.py" />
      <source>{n} demands</source>
      <translation>{n} Vorgaben</translation>
    </message>
  </context>
  <context>
    <name>Dialogs</name>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Back to the built-in schema</source>
      <translation>Zurück zum mitgelieferten Schema</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Cancel</source>
      <translation>Abbrechen</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Ctrl</source>
      <translation>Strg</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Delete</source>
      <translation>Löschen</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Delete the bucket {name}? Its documents stay in the library and are sorted anew; what you entered for them is kept in case the bucket comes back.</source>
      <translation>Das Fach „{name}“ löschen? Seine Dokumente bleiben in der Bibliothek und werden neu einsortiert; was Sie darin eingetragen haben, wird aufgehoben, falls das Fach wiederkommt.</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Delete this bucket</source>
      <translation>Dieses Fach löschen</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>DocuChat is open already, and its window does not answer. Try again when it does.</source>
      <translation>DocuChat ist schon offen, und sein Fenster antwortet nicht. Versuchen Sie es noch einmal, wenn es wieder antwortet.</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>DocuChat made a mistake; your documents are safe. You can go on working. If it happens again, please report it with the log file.</source>
      <translation>DocuChat hat einen Fehler gemacht; Ihre Dokumente sind sicher. Sie können weiterarbeiten. Falls es wieder vorkommt, melden Sie es bitte mit der Protokolldatei.</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Enter</source>
      <translation>Eingabe</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Give up your schema of {name}? What you corrected in documents is kept.</source>
      <translation>Ihr Schema „{name}“ aufgeben? Was Sie in Dokumenten korrigiert haben, bleibt erhalten.</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Keys</source>
      <translation>Tasten</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Move</source>
      <translation>Verschieben</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Move library, index, copies and models ({size}) to this folder? Every file is copied, read back and compared; then the old ones are deleted. The window closes for this and opens again.</source>
      <translation>Bibliothek, Index, Kopien und Modelle ({size}) in diesen Ordner verschieben? Jede Datei wird kopiert, zurückgelesen und verglichen; dann werden die alten gelöscht. Das Fenster schließt sich dafür und öffnet sich wieder.</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Move the data</source>
      <translation>Die Daten verschieben</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Not added:</source>
      <translation>Nicht hinzugefügt:</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Open log folder</source>
      <translation>Protokollordner öffnen</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Password needed</source>
      <translation>Passwort nötig</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Password of {name}
It is kept until DocuChat is closed, and never written down.</source>
      <translation>Passwort von {name}
Es wird behalten, bis DocuChat geschlossen wird, und nirgends aufgeschrieben.</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Put back</source>
      <translation>Zurücklegen</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Put back a copy</source>
      <translation>Eine Kopie zurücklegen</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Put this copy in the place of the library? What was added, asked and answered after it was made is not in it. The present library is kept among the copies. The window closes for this and opens again.</source>
      <translation>Diese Kopie an die Stelle der Bibliothek legen? Was danach hinzugefügt, gefragt und beantwortet wurde, ist nicht darin. Die jetzige Bibliothek wird bei den Kopien aufgehoben. Das Fenster schließt sich dafür und öffnet sich wieder.</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Remove</source>
      <translation>Entfernen</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Remove from library</source>
      <translation>Aus der Bibliothek entfernen</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Remove from the library? The files themselves stay where they are, and answers that quote them keep their quotes.</source>
      <translation>Aus der Bibliothek entfernen? Die Dateien selbst bleiben, wo sie sind, und Antworten behalten ihre Zitate daraus.</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Remove the model</source>
      <translation>Modell entfernen</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Remove {name} from the list? Its file stays where it lies: {path}</source>
      <translation>{name} aus der Liste entfernen? Die Datei bleibt, wo sie liegt: {path}</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Remove {name}? Its files are deleted. It can be fetched again.</source>
      <translation>{name} entfernen? Die Dateien werden gelöscht. Das Modell lässt sich wieder holen.</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Repair</source>
      <translation>Reparieren</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Repair the library</source>
      <translation>Bibliothek reparieren</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Repair the library? What can be read of it is saved, documents that lost something are read again, and the damaged file is kept. The window closes meanwhile and opens again.</source>
      <translation>Die Bibliothek reparieren? Was lesbar ist, wird gerettet, Dokumente, denen etwas fehlt, werden neu gelesen, und die beschädigte Datei wird aufgehoben. Das Fenster schließt sich so lange und öffnet sich danach wieder.</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Replace</source>
      <translation>Ersetzen</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Replace the file</source>
      <translation>Datei ersetzen</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Shift</source>
      <translation>Umschalt</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Space</source>
      <translation>Leertaste</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>Take the settings of the copy, too</source>
      <translation>Auch die Einstellungen der Kopie nehmen</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>This file exists already. Replace it?</source>
      <translation>Diese Datei gibt es schon. Soll sie ersetzt werden?</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>What an interrupted move left there is taken away first.</source>
      <translation>Was ein abgebrochenes Verschieben dort hinterlassen hat, wird zuerst entfernt.</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>add files, add a folder</source>
      <translation>Dateien hinzufügen, Ordner hinzufügen</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>arrow keys</source>
      <translation>Pfeiltasten</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>ask about the selected text</source>
      <translation>nach dem ausgewählten Text fragen</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>chat, agent or research mode</source>
      <translation>Chat-, Agent- oder Recherche-Modus</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>export the conversation</source>
      <translation>Gespräch exportieren</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>find in the document, next and previous match</source>
      <translation>im Dokument suchen, nächste und vorherige Fundstelle</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>go to page, outline and pages</source>
      <translation>Gehe zu Seite, Gliederung und Seiten</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>in a table: show a value on its page, correct it</source>
      <translation>in einer Tabelle: Wert auf seiner Seite zeigen, korrigieren</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>in the library: check the document, to ask about it only</source>
      <translation>in der Bibliothek: Dokument ankreuzen, um nur danach zu fragen</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>larger, smaller, fit the width, fit the page</source>
      <translation>größer, kleiner, an die Breite, ganze Seite</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>new conversation</source>
      <translation>neues Gespräch</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>new workspace</source>
      <translation>neuer Arbeitsbereich</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>next or previous citation</source>
      <translation>nächster oder vorheriger Beleg</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>next pane</source>
      <translation>nächster Bereich</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>on a page: select words or lines, all of the page</source>
      <translation>auf einer Seite: Wörter oder Zeilen auswählen, die ganze Seite</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>past conversations, to search, rename (F2), delete (Del) and bring back (Ctrl+Z)</source>
      <translation>frühere Gespräche: suchen, umbenennen (F2), löschen (Entf), zurückholen (Strg+Z)</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>print the document</source>
      <translation>Dokument drucken</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>reach and open a citation in the answer</source>
      <translation>einen Beleg in der Antwort erreichen und öffnen</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>rotate right, rotate left</source>
      <translation>nach rechts drehen, nach links drehen</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>send the question (Shift+Enter: new line)</source>
      <translation>Frage senden (Umschalt+Eingabe: neue Zeile)</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>stop the answer</source>
      <translation>Antwort anhalten</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>tables, and back to the conversation</source>
      <translation>Tabellen, und zurück zum Gespräch</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>write a question</source>
      <translation>eine Frage schreiben</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/dialogs.py" />
      <source>… and {n} more</source>
      <translation>… und {n} weitere</translation>
    </message>
  </context>
  <context>
    <name>DocumentCard</name>
    <message>
      <location filename="../../desktop/library/document_card.py" />
      <source>About this document</source>
      <translation>Über dieses Dokument</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_card.py" />
      <source>About {name}: {told}</source>
      <translation>Über {name}: {told}</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_card.py" />
      <source>Enter password…</source>
      <translation>Passwort eingeben …</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_card.py" />
      <source>How it was read</source>
      <translation>Lesebericht</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_card.py" />
      <source>Try again</source>
      <translation>Noch einmal versuchen</translation>
    </message>
  </context>
  <context>
    <name>DocumentFolders</name>
    <message>
      <location filename="../../desktop/library/documents_below.py" />
      <source>1 being read</source>
      <translation>1 wird gelesen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_folders.py" />
      <source>1 document</source>
      <translation>1 Dokument</translation>
    </message>
    <message>
      <location filename="../../desktop/library/documents_below.py" />
      <source>1 failed</source>
      <translation>1 fehlgeschlagen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/documents_below.py" />
      <source>1 needs a password</source>
      <translation>1 braucht ein Passwort</translation>
    </message>
    <message>
      <location filename="../../desktop/library/documents_below.py" />
      <source>1 waiting</source>
      <translation>1 wartet</translation>
    </message>
    <message>
      <location filename="../../desktop/library/documents_below.py" />
      <source>1 with a remark</source>
      <translation>1 mit Hinweis</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_folders.py" />
      <source>Other documents</source>
      <translation>Andere Dokumente</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_folders.py" />
      <source>Sample documents</source>
      <translation>Beispieldokumente</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_folders.py" />
      <source>collapsed</source>
      <translation>zugeklappt</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_folders.py" />
      <source>expanded</source>
      <translation>aufgeklappt</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_folders.py" />
      <source>folder {name}</source>
      <translation>Ordner {name}</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_folders.py" />
      <source>in step · {folder}</source>
      <translation>abgeglichen · {folder}</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_folders.py" />
      <source>kept in step</source>
      <translation>wird abgeglichen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_folders.py" />
      <source>they come with DocuChat</source>
      <translation>mit DocuChat geliefert</translation>
    </message>
    <message>
      <location filename="../../desktop/library/documents_below.py" />
      <source>{n} being read</source>
      <translation>{n} werden gelesen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_folders.py" />
      <source>{n} checked</source>
      <translation>{n} angekreuzt</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_folders.py" />
      <source>{n} documents</source>
      <translation>{n} Dokumente</translation>
    </message>
    <message>
      <location filename="../../desktop/library/documents_below.py" />
      <source>{n} failed</source>
      <translation>{n} fehlgeschlagen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/documents_below.py" />
      <source>{n} need a password</source>
      <translation>{n} brauchen ein Passwort</translation>
    </message>
    <message>
      <location filename="../../desktop/library/documents_below.py" />
      <source>{n} waiting</source>
      <translation>{n} warten</translation>
    </message>
    <message>
      <location filename="../../desktop/library/documents_below.py" />
      <source>{n} with a remark</source>
      <translation>{n} mit Hinweis</translation>
    </message>
  </context>
  <context>
    <name>DocumentMenu</name>
    <message>
      <location filename="../../desktop/library/document_menu.py" />
      <source>Add to workspace</source>
      <translation>Zu einem Arbeitsbereich hinzufügen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_menu.py" />
      <source>Check, to ask about it only</source>
      <translation>Ankreuzen, um nur danach zu fragen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_menu.py" />
      <source>Check, to ask about these only</source>
      <translation>Ankreuzen, um nur nach diesen zu fragen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_menu.py" />
      <source>Collapse</source>
      <translation>Zuklappen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_menu.py" />
      <source>Collapse all</source>
      <translation>Alle zuklappen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_menu.py" />
      <source>Enter password…</source>
      <translation>Passwort eingeben …</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_menu.py" />
      <source>Expand</source>
      <translation>Aufklappen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_menu.py" />
      <source>Expand all</source>
      <translation>Alle aufklappen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_menu.py" />
      <source>How it was read</source>
      <translation>Lesebericht</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_menu.py" />
      <source>New workspace…</source>
      <translation>Neuer Arbeitsbereich …</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_menu.py" />
      <source>Open</source>
      <translation>Öffnen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_menu.py" />
      <source>Open in the system's viewer</source>
      <translation>Mit anderem Programm öffnen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_menu.py" />
      <source>Read again</source>
      <translation>Neu lesen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_menu.py" />
      <source>Remove from library…</source>
      <translation>Aus der Bibliothek entfernen …</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_menu.py" />
      <source>Show its folder</source>
      <translation>Ordner zeigen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_menu.py" />
      <source>Show this folder</source>
      <translation>Diesen Ordner zeigen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_menu.py" />
      <source>Space</source>
      <translation>Leertaste</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_menu.py" />
      <source>Take out of “{name}”</source>
      <translation>Aus „{name}“ herausnehmen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_menu.py" />
      <source>Uncheck</source>
      <translation>Abwählen</translation>
    </message>
  </context>
  <context>
    <name>DocumentViewer</name>
    <message>
      <location filename="../../desktop/viewer/document_viewer.py" />
      <source>Click a number in an answer, a value or a document to see its page here.</source>
      <translation>Klicken Sie auf eine Zahl in einer Antwort, einen Wert oder ein Dokument, um die Seite hier zu sehen.</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/document_viewer.py" />
      <source>Find in this document (Ctrl+F)</source>
      <translation>In diesem Dokument suchen (Strg+F)</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/document_viewer.py" />
      <source>Fit the &amp;page</source>
      <translation>&amp;Ganze Seite</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/document_viewer.py" />
      <source>Fit the &amp;width</source>
      <translation>An die &amp;Breite anpassen</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/document_viewer.py" />
      <source>Go to page (Ctrl+G)</source>
      <translation>Gehe zu Seite (Strg+G)</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/document_viewer.py" />
      <source>Hidden text</source>
      <translation>Verborgener Text</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/document_viewer.py" />
      <source>Larger (Ctrl++)</source>
      <translation>Größer (Strg++)</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/document_viewer.py" />
      <source>More for this document</source>
      <translation>Mehr für dieses Dokument</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/document_viewer.py" />
      <source>Next citation</source>
      <translation>Nächster Beleg</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/document_viewer.py" />
      <source>Next citation (N)</source>
      <translation>Nächster Beleg (N)</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/document_viewer.py" />
      <source>Next page</source>
      <translation>Nächste Seite</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/document_viewer.py" />
      <source>Outline and pages (F9)</source>
      <translation>Gliederung und Seiten (F9)</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/document_viewer.py" />
      <source>Page number</source>
      <translation>Seitenzahl</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/document_viewer.py" />
      <source>Page {n} of {file}</source>
      <translation>Seite {n} von {file}</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/document_viewer.py" />
      <source>Previous</source>
      <translation>Zurück</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/document_viewer.py" />
      <source>Previous citation</source>
      <translation>Vorheriger Beleg</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/document_viewer.py" />
      <source>Previous citation (P)</source>
      <translation>Vorheriger Beleg (P)</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/document_viewer.py" />
      <source>Previous page</source>
      <translation>Vorherige Seite</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/document_viewer.py" />
      <source>Smaller (Ctrl+-)</source>
      <translation>Kleiner (Strg+-)</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/document_viewer.py" />
      <source>The quoted words were: “{quote}”</source>
      <translation>Die zitierten Worte waren: „{quote}“</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/document_viewer.py" />
      <source>The text of this page was recognised on its picture</source>
      <translation>Der Text dieser Seite wurde auf ihrem Bild erkannt</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/document_viewer.py" />
      <source>This file holds text that is struck out or that nobody sees</source>
      <translation>Diese Datei enthält Text, der durchgestrichen ist oder den niemand sieht</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/document_viewer.py" />
      <source>Zoom</source>
      <translation>Zoom</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/document_viewer.py" />
      <source>Zoom, {now}</source>
      <translation>Zoom, {now}</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/document_viewer.py" />
      <source>[{number}] cited · {file}, {place}</source>
      <translation>[{number}] zitiert · {file}, {place}</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/document_viewer.py" />
      <source>[{number}] most likely · {file}, {place}</source>
      <translation>[{number}] vermutlich · {file}, {place}</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/document_viewer.py" />
      <source>{place} of {file}, as a table</source>
      <translation>{place} von {file}, als Tabelle</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/document_viewer.py" />
      <source>{place} of {file}, as text</source>
      <translation>{place} von {file}, als Text</translation>
    </message>
  </context>
  <context>
    <name>Documents</name>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>1 page</source>
      <translation>1 Seite</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>1 sheet</source>
      <translation>1 Tabellenblatt</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>1 slide</source>
      <translation>1 Folie</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>All files (*)</source>
      <translation>Alle Dateien (*)</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>Documents ({patterns})</source>
      <translation>Dokumente ({patterns})</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>It came inside {name}.</source>
      <translation>Es kam in {name}.</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>It could not be read.</source>
      <translation>Es konnte nicht gelesen werden.</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>It holds text that is struck out or unseen. That text is kept out of answers.</source>
      <translation>Es enthält Text, der durchgestrichen ist oder den niemand sieht. Dieser Text wird aus Antworten herausgehalten.</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>It is a scan with a text layer of its own.</source>
      <translation>Es ist ein Scan mit einer eigenen Textebene.</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>It is protected with a password.</source>
      <translation>Es ist mit einem Passwort geschützt.</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>Its drive or folder cannot be reached at the moment; its text is kept as it was read.</source>
      <translation>Laufwerk oder Ordner sind gerade nicht erreichbar; der Text ist aufgehoben, wie er gelesen wurde.</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>Its text layer was unusable in places; that text was recognised on the pictures.</source>
      <translation>Seine Textebene war stellenweise unbrauchbar; dieser Text wurde auf den Bildern erkannt.</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>No longer in your library; the quoted words are kept.</source>
      <translation>Nicht mehr in Ihrer Bibliothek; die zitierten Worte sind aufgehoben.</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>OCR</source>
      <translation>OCR</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>Page {pages}</source>
      <translation>Seite {pages}</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>Pages {pages}</source>
      <translation>Seiten {pages}</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>Section {pages}</source>
      <translation>Abschnitt {pages}</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>Sections {pages}</source>
      <translation>Abschnitte {pages}</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>Sheet {pages}</source>
      <translation>Tabellenblatt {pages}</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>Sheets {pages}</source>
      <translation>Tabellenblätter {pages}</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>Slide {pages}</source>
      <translation>Folie {pages}</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>Slides {pages}</source>
      <translation>Folien {pages}</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>The file has changed since it was read; this is the version that was read.</source>
      <translation>Die Datei hat sich geändert, seit sie gelesen wurde; dies ist die gelesene Fassung.</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>The file is no longer where it was; its text is kept as it was read.</source>
      <translation>Die Datei ist nicht mehr, wo sie war; ihr Text ist aufgehoben, wie er gelesen wurde.</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>The same content lies in {n} places:</source>
      <translation>Derselbe Inhalt liegt an {n} Orten:</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>The text of 1 page was recognised on its picture; a letter may be wrong.</source>
      <translation>Der Text von 1 Seite wurde auf ihrem Bild erkannt; ein Buchstabe kann falsch sein.</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>The text of {n} pages was recognised on their pictures; letters may be wrong.</source>
      <translation>Der Text von {n} Seiten wurde auf ihren Bildern erkannt; Buchstaben können falsch sein.</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>beside the page</source>
      <translation>neben der Seite</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>covered by something else</source>
      <translation>von etwas anderem verdeckt</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>deleted, as tracked changes say</source>
      <translation>gelöscht, laut Änderungsverfolgung</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>file changed</source>
      <translation>Datei geändert</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>file missing</source>
      <translation>Datei fehlt</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>file out of reach</source>
      <translation>Datei nicht erreichbar</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>hidden in the file</source>
      <translation>in der Datei ausgeblendet</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>hidden text</source>
      <translation>verborgener Text</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>in a note</source>
      <translation>in einer Notiz</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>in the colour of the paper</source>
      <translation>in der Farbe des Papiers</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>in the markup</source>
      <translation>in der Auszeichnung</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>in {name}</source>
      <translation>in {name}</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>out of reach</source>
      <translation>nicht erreichbar</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>partly</source>
      <translation>teilweise</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>removed</source>
      <translation>entfernt</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>set to be invisible</source>
      <translation>auf unsichtbar gesetzt</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>struck out</source>
      <translation>durchgestrichen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>text as read on {day}</source>
      <translation>Text, wie am {day} gelesen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>too small to be read</source>
      <translation>zu klein zum Lesen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>transparent</source>
      <translation>durchsichtig</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>{file} in {container}</source>
      <translation>{file} in {container}</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>{n} pages</source>
      <translation>{n} Seiten</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>{n} places</source>
      <translation>{n} Orte</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>{n} sections</source>
      <translation>{n} Abschnitte</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>{n} sheets</source>
      <translation>{n} Tabellenblätter</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_words.py" />
      <source>{n} slides</source>
      <translation>{n} Folien</translation>
    </message>
  </context>
  <context>
    <name>DocumentsModel</name>
    <message>
      <location filename="../../desktop/library/document_items.py" />
      <source>Keyword search works already; understanding is at{percent}</source>
      <translation>Die Suche nach Stichwörtern geht schon; das Verstehen ist bei{percent}</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_items.py" />
      <source>checked</source>
      <translation>angekreuzt</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_items.py" />
      <source>failed</source>
      <translation>fehlgeschlagen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_items.py" />
      <source>failed: {reason}</source>
      <translation>fehlgeschlagen: {reason}</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_items.py" />
      <source>needs a password</source>
      <translation>braucht ein Passwort</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_items.py" />
      <source>reading</source>
      <translation>wird gelesen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_items.py" />
      <source>ready</source>
      <translation>fertig</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_items.py" />
      <source>searchable</source>
      <translation>durchsuchbar</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_items.py" />
      <source>searchable: keyword search works already</source>
      <translation>durchsuchbar: Die Suche nach Stichwörtern geht schon</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_items.py" />
      <source>waiting</source>
      <translation>wartet</translation>
    </message>
  </context>
  <context>
    <name>Draft</name>
    <message>
      <location filename="../../desktop/conversation/draft_text.py" />
      <source>Draft</source>
      <translation>Entwurf</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/draft_text.py" />
      <source>Draft {n}</source>
      <translation>Entwurf {n}</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/draft_text.py" />
      <source>{draft} · being checked</source>
      <translation>{draft} · wird geprüft</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/draft_text.py" />
      <source>{draft} · not checked</source>
      <translation>{draft} · nicht geprüft</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/draft_text.py" />
      <source>✗ {draft} · did not pass the check</source>
      <translation>✗ {draft} · hat die Prüfung nicht bestanden</translation>
    </message>
  </context>
  <context>
    <name>DropTarget</name>
    <message>
      <location filename="../../desktop/library/drop_target.py" />
      <source>Add files…</source>
      <translation>Dateien hinzufügen …</translation>
    </message>
    <message>
      <location filename="../../desktop/library/drop_target.py" />
      <source>Drop files or folders here to ask questions about them.</source>
      <translation>Ziehen Sie Dateien oder Ordner hierher, um Fragen dazu zu stellen.</translation>
    </message>
    <message>
      <location filename="../../desktop/library/drop_target.py" />
      <source>PDF, Word, Excel, PowerPoint, e-mail, web pages, pictures, e-books and text</source>
      <translation>PDF, Word, Excel, PowerPoint, E-Mails, Webseiten, Bilder, E-Books und Text</translation>
    </message>
    <message>
      <location filename="../../desktop/library/drop_target.py" />
      <source>Try the sample documents</source>
      <translation>Beispiele ausprobieren</translation>
    </message>
    <message>
      <location filename="../../desktop/library/drop_target.py" />
      <source>Your documents stay on this computer.</source>
      <translation>Ihre Dokumente bleiben auf diesem Computer.</translation>
    </message>
  </context>
  <context>
    <name>DropTint</name>
    <message>
      <location filename="../../desktop/library/drop_target.py" />
      <source>Drop to add to the workspace {name}</source>
      <translation>Loslassen, um in den Arbeitsbereich {name} aufzunehmen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/drop_target.py" />
      <source>Drop to add to your library</source>
      <translation>Loslassen, um sie in Ihre Bibliothek aufzunehmen</translation>
    </message>
  </context>
  <context>
    <name>EndNotes</name>
    <message>
      <location filename="../../desktop/conversation/end_notes.py" />
      <source>1 document</source>
      <translation>1 Dokument</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/end_notes.py" />
      <source>A question to you</source>
      <translation>Eine Frage an Sie</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/end_notes.py" />
      <source>It can be checked in the window.</source>
      <translation>Sie können sie im Fenster prüfen.</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/end_notes.py" />
      <source>Reading is done</source>
      <translation>Das Einlesen ist fertig</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/end_notes.py" />
      <source>The answer goes on when you have replied.</source>
      <translation>Die Antwort geht weiter, wenn Sie geantwortet haben.</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/end_notes.py" />
      <source>The answer is there</source>
      <translation>Die Antwort ist da</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/end_notes.py" />
      <source>The answer was not finished</source>
      <translation>Die Antwort wurde nicht fertig</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/end_notes.py" />
      <source>The window says why.</source>
      <translation>Das Fenster sagt, warum.</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/end_notes.py" />
      <source>{n} documents</source>
      <translation>{n} Dokumente</translation>
    </message>
  </context>
  <context>
    <name>FacetPanel</name>
    <message>
      <location filename="../../desktop/tables/facet_panel.py" />
      <source>Narrow down</source>
      <translation>Eingrenzen</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/facet_panel.py" />
      <source>Nothing here tells the documents apart.</source>
      <translation>Hier unterscheidet nichts die Dokumente.</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/facet_panel.py" />
      <source>Use the filter line, or “Only documents with this value” in the table</source>
      <translation>Nehmen Sie die Filterzeile oder „Nur Dokumente mit diesem Wert“ in der Tabelle</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/facet_panel.py" />
      <source>{label}, {n} documents</source>
      <translation>{label}, {n} Dokumente</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/facet_panel.py" />
      <source>{n} more</source>
      <translation>{n} weitere</translation>
    </message>
  </context>
  <context>
    <name>Facets</name>
    <message>
      <location filename="../../desktop/tables/facets.py" />
      <source>no currency</source>
      <translation>keine Währung</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/facets.py" />
      <source>no value</source>
      <translation>kein Wert</translation>
    </message>
  </context>
  <context>
    <name>FieldForm</name>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>A regular expression that a value matches whole</source>
      <translation>Ein regulärer Ausdruck, auf den ein Wert ganz passt</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>Description</source>
      <translation>Beschreibung</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>Each value with the words that give it away: credit_note: credit note, gutschrift</source>
      <translation>Jeder Wert mit den Wörtern, die ihn verraten: credit_note: credit note, Gutschrift</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>In questions</source>
      <translation>In Fragen</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>In totals</source>
      <translation>Insgesamt</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>Labels</source>
      <translation>Beschriftungen</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>More</source>
      <translation>Mehr</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>Name</source>
      <translation>Name</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>Names of fields that add up to this one, with commas between</source>
      <translation>Namen der Felder, die zusammen dieses ergeben, mit Kommas getrennt</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>Of several figures</source>
      <translation>Von mehreren Zahlen</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>Other labels</source>
      <translation>Andere Beschriftungen</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>Pattern</source>
      <translation>Muster</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>Spaces within a value are taken out</source>
      <translation>Leerzeichen in einem Wert werden entfernt</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>Stands as</source>
      <translation>Steht als</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>Sum of</source>
      <translation>Summe aus</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>The field</source>
      <translation>Das Feld</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>The pattern is looked for on the whole page</source>
      <translation>Das Muster wird auf der ganzen Seite gesucht</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>Title</source>
      <translation>Titel</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>Type</source>
      <translation>Art</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>Unit</source>
      <translation>Einheit</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>Values</source>
      <translation>Werte</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>What filters call it: small letters, digits and underscores, for example due_date</source>
      <translation>Wie Filter es nennen: kleine Buchstaben, Ziffern und Unterstriche, zum Beispiel due_date</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>What it means, in a few words</source>
      <translation>Was es bedeutet, in wenigen Worten</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>What numbers are converted to: %, V, A, kg, °C …</source>
      <translation>In was Zahlen umgerechnet werden: %, V, A, kg, °C …</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>What the last row of the table and charts make of many values. Usual: money, weights, lengths and times are added up, other figures with a unit averaged; of numbers without a unit, such as years, least and greatest are shown.</source>
      <translation>Was die letzte Zeile der Tabelle und Diagramme aus vielen Werten machen. Üblich: Geld, Gewichte, Längen und Zeiten werden addiert, andere Zahlen mit Einheit gemittelt; bei Zahlen ohne Einheit wie Jahren stehen kleinster und größter Wert.</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>What you call it</source>
      <translation>Wie Sie es nennen</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>Words beside which a value is another one, such as “delivery date”; one a line</source>
      <translation>Wörter, neben denen ein anderer Wert steht, etwa „Lieferdatum“; je Zeile eines</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>Words by which questions mean this field; one a line</source>
      <translation>Wörter, mit denen Fragen dieses Feld meinen; je Zeile eines</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>Words that stand beside or above the value in documents, one a line, the likeliest first</source>
      <translation>Wörter, die im Dokument neben oder über dem Wert stehen, je Zeile eines, das wahrscheinlichste zuerst</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>added up</source>
      <translation>addiert</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>also without a label</source>
      <translation>auch ohne Beschriftung</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>as usual</source>
      <translation>wie üblich</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>averaged</source>
      <translation>gemittelt</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>beside its label</source>
      <translation>neben seiner Beschriftung</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>its largest line</source>
      <translation>die größte Zeile</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>least and greatest</source>
      <translation>kleinster und größter Wert</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>that of a column of results</source>
      <translation>die einer Ergebnisspalte</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>the day of a letter</source>
      <translation>der Tag eines Briefes</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>the first party of a contract</source>
      <translation>die erste Partei eines Vertrags</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>the largest</source>
      <translation>die größte</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>the least</source>
      <translation>die kleinste</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>the likeliest</source>
      <translation>die wahrscheinlichste</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>the number of the document itself</source>
      <translation>die Nummer des Dokuments selbst</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>the only one, of several none</source>
      <translation>der einzige, von mehreren keiner</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>the second party of a contract</source>
      <translation>die zweite Partei eines Vertrags</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>the year it is about</source>
      <translation>das Jahr, um das es geht</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>who sends the document</source>
      <translation>wer das Dokument schickt</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>whom it is sent to</source>
      <translation>an wen es geht</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>whose law applies</source>
      <translation>wessen Recht gilt</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_form.py" />
      <source>without spaces</source>
      <translation>ohne Leerzeichen</translation>
    </message>
  </context>
  <context>
    <name>Fields</name>
    <message>
      <location filename="../../desktop/tables/field_words.py" />
      <source>Date</source>
      <translation>Datum</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/field_words.py" />
      <source>Kept as you wrote them, no values of their fields now: {n}, the first is “{text}”.</source>
      <translation>Behalten, wie Sie sie geschrieben haben, aber keine Werte ihrer Felder mehr: {n}, der erste ist „{text}“.</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/field_words.py" />
      <source>Money</source>
      <translation>Betrag</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/field_words.py" />
      <source>Number</source>
      <translation>Zahl</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/field_words.py" />
      <source>One of a list</source>
      <translation>Eines aus einer Liste</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/field_words.py" />
      <source>Text</source>
      <translation>Text</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/field_words.py" />
      <source>Values of yours that were converted: {n}.</source>
      <translation>Umgewandelte eigene Werte: {n}.</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/field_words.py" />
      <source>Yes or no</source>
      <translation>Ja oder Nein</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/field_words.py" />
      <source>You entered “{text}” for {field}, which is another kind of field now. Mend or forget it.</source>
      <translation>Sie haben „{text}“ für {field} eingetragen; das ist jetzt ein Feld anderer Art. Bessern Sie es aus, oder vergessen Sie es.</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/field_words.py" />
      <source>entered by you</source>
      <translation>von Ihnen eingetragen</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/field_words.py" />
      <source>entered by you, and no value of the field since it was changed</source>
      <translation>von Ihnen eingetragen; kein Wert des Feldes mehr, seit es geändert wurde</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/field_words.py" />
      <source>found beside its label</source>
      <translation>neben der Beschriftung gefunden</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/field_words.py" />
      <source>found by its place on the page</source>
      <translation>durch die Stelle auf der Seite gefunden</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/field_words.py" />
      <source>found by the language model</source>
      <translation>vom Sprachmodell gefunden</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/field_words.py" />
      <source>found by words that give it away</source>
      <translation>durch verräterische Wörter gefunden</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/field_words.py" />
      <source>found in a sentence</source>
      <translation>in einem Satz gefunden</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/field_words.py" />
      <source>found in a table</source>
      <translation>in einer Tabelle gefunden</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/field_words.py" />
      <source>found in the name of the file</source>
      <translation>im Namen der Datei gefunden</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/field_words.py" />
      <source>look at the page</source>
      <translation>sehen Sie auf der Seite nach</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/field_words.py" />
      <source>no</source>
      <translation>nein</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/field_words.py" />
      <source>no value</source>
      <translation>kein Wert</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/field_words.py" />
      <source>page {n}, </source>
      <translation>Seite {n}, </translation>
    </message>
    <message>
      <location filename="../../desktop/tables/field_words.py" />
      <source>read with little certainty</source>
      <translation>mit wenig Sicherheit gelesen</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/field_words.py" />
      <source>yes</source>
      <translation>ja</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/field_words.py" />
      <source>{field}: none, as you said.</source>
      <translation>{field}: keines, wie Sie gesagt haben.</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/field_words.py" />
      <source>{field}: nothing was found.</source>
      <translation>{field}: nichts gefunden.</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/field_words.py" />
      <source>{n} % sure</source>
      <translation>zu {n} % sicher</translation>
    </message>
  </context>
  <context>
    <name>FilterBar</name>
    <message>
      <location filename="../../desktop/library/filter_bar.py" />
      <source>Conditions with =, !=, &lt;, &lt;=, &gt;, &gt;=, LIKE '%part%', IN (…), BETWEEN … AND …, IS NULL, joined by AND, OR and NOT. Fields go by name or title:</source>
      <translation>Bedingungen mit =, !=, &lt;, &lt;=, &gt;, &gt;=, LIKE '%Teil%', IN (…), BETWEEN … AND …, IS NULL, verbunden durch AND, OR und NOT. Felder heißen nach Name oder Titel:</translation>
    </message>
    <message>
      <location filename="../../desktop/library/filter_bar.py" />
      <source>Filter</source>
      <translation>Filter</translation>
    </message>
    <message>
      <location filename="../../desktop/library/filter_bar.py" />
      <source>Filter, for example {example}</source>
      <translation>Filter, zum Beispiel {example}</translation>
    </message>
    <message>
      <location filename="../../desktop/library/filter_bar.py" />
      <source>Frequent values, years and ranges to click</source>
      <translation>Häufige Werte, Jahre und Bereiche zum Anklicken</translation>
    </message>
    <message>
      <location filename="../../desktop/library/filter_bar.py" />
      <source>Narrow down</source>
      <translation>Eingrenzen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/filter_bar.py" />
      <source>Remove the condition “{label}”</source>
      <translation>Die Bedingung „{label}“ aufheben</translation>
    </message>
    <message>
      <location filename="../../desktop/library/filter_bar.py" />
      <source>Show all</source>
      <translation>Alle zeigen</translation>
    </message>
  </context>
  <context>
    <name>FindBar</name>
    <message>
      <location filename="../../desktop/viewer/find_bar.py" />
      <source>Close the search (Esc)</source>
      <translation>Suche schließen (Esc)</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/find_bar.py" />
      <source>Find in this document</source>
      <translation>In diesem Dokument suchen</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/find_bar.py" />
      <source>Looking …</source>
      <translation>Wird gesucht …</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/find_bar.py" />
      <source>Next match (F3)</source>
      <translation>Nächste Fundstelle (F3)</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/find_bar.py" />
      <source>Not found</source>
      <translation>Nicht gefunden</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/find_bar.py" />
      <source>Previous match (Shift+F3)</source>
      <translation>Vorherige Fundstelle (Umschalt+F3)</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/find_bar.py" />
      <source>{n} of {total}</source>
      <translation>{n} von {total}</translation>
    </message>
  </context>
  <context>
    <name>FirstSteps</name>
    <message>
      <location filename="../../desktop/conversation/first_steps.py" />
      <source>A folder that has the model, another program's models, or wheels; what lies below is seen.</source>
      <translation>Ein Ordner mit dem Modell, mit den Modellen eines anderen Programms oder mit Wheels; auch was darunter liegt, wird gesehen.</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/first_steps.py" />
      <source>A language model for this computer</source>
      <translation>Ein Sprachmodell für diesen Computer</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/first_steps.py" />
      <source>Ask your documents, and check every answer</source>
      <translation>Fragen Sie Ihre Dokumente, und prüfen Sie jede Antwort</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/first_steps.py" />
      <source>Begin</source>
      <translation>Beginnen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/first_steps.py" />
      <source>DocuChat answers with sentences of your documents, word for word. Close other programs and look again in the settings, or use a server of your own.</source>
      <translation>DocuChat antwortet mit Sätzen Ihrer Dokumente, Wort für Wort. Schließen Sie andere Programme und sehen Sie in den Einstellungen noch einmal nach, oder nehmen Sie einen eigenen Server.</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/first_steps.py" />
      <source>Fetch it ({size})</source>
      <translation>Laden ({size})</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/first_steps.py" />
      <source>Fetching the model</source>
      <translation>Das Modell wird geladen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/first_steps.py" />
      <source>From a folder…</source>
      <translation>Aus einem Ordner …</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/first_steps.py" />
      <source>It is installed already.</source>
      <translation>Es ist schon installiert.</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/first_steps.py" />
      <source>It is installed and answers your questions.</source>
      <translation>Es ist installiert und beantwortet Ihre Fragen.</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/first_steps.py" />
      <source>Looking at this computer …</source>
      <translation>Dieser Computer wird angesehen …</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/first_steps.py" />
      <source>Models (*.gguf);;All files (*)</source>
      <translation>Modelle (*.gguf);;Alle Dateien (*)</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/first_steps.py" />
      <source>Needs no network: a copy of the file becomes the model, if its bytes are right.</source>
      <translation>Braucht kein Netz: Eine Kopie der Datei wird das Modell, wenn ihre Bytes stimmen.</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/first_steps.py" />
      <source>None of the models fits into the free memory.</source>
      <translation>Keines der Modelle passt in den freien Speicher.</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/first_steps.py" />
      <source>Other models…</source>
      <translation>Andere Modelle …</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/first_steps.py" />
      <source>Stop</source>
      <translation>Anhalten</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/first_steps.py" />
      <source>Take from a file…</source>
      <translation>Aus einer Datei …</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/first_steps.py" />
      <source>Take the model from a file</source>
      <translation>Das Modell aus einer Datei nehmen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/first_steps.py" />
      <source>Take the model from a folder</source>
      <translation>Das Modell aus einem Ordner nehmen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/first_steps.py" />
      <source>The largest that runs here beside your other programs.</source>
      <translation>Das größte, das hier neben Ihren anderen Programmen läuft.</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/first_steps.py" />
      <source>Try the sample documents</source>
      <translation>Beispiele ausprobieren</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/first_steps.py" />
      <source>Until then, and without it, DocuChat answers with sentences of your documents, word for word.</source>
      <translation>Bis dahin, und ohne Modell, antwortet DocuChat mit Sätzen Ihrer Dokumente, Wort für Wort.</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/first_steps.py" />
      <source>Use it</source>
      <translation>Verwenden</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/first_steps.py" />
      <source>Welcome to DocuChat</source>
      <translation>Willkommen bei DocuChat</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/first_steps.py" />
      <source>Your documents, questions and answers stay on this computer. DocuChat works without a network; only fetching a model uses one, and only when you press the button. Each sentence of an answer shows how far your documents carry it, and a click shows the words on their page.</source>
      <translation>Ihre Dokumente, Fragen und Antworten bleiben auf diesem Computer. DocuChat arbeitet ohne Netz; nur das Laden eines Modells braucht eines, und nur wenn Sie auf den Knopf drücken. Jeder Satz einer Antwort zeigt, wie weit Ihre Dokumente ihn tragen, und ein Klick zeigt die Worte auf ihrer Seite.</translation>
    </message>
  </context>
  <context>
    <name>Folders</name>
    <message>
      <location filename="../../desktop/library/folders_dialog.py" />
      <source>Add folder…</source>
      <translation>Ordner hinzufügen …</translation>
    </message>
    <message>
      <location filename="../../desktop/library/folders_dialog.py" />
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/folders_dialog.py" />
      <source>Folders kept in step</source>
      <translation>Abgeglichene Ordner</translation>
    </message>
    <message>
      <location filename="../../desktop/library/folders_dialog.py" />
      <source>Keep a folder in step</source>
      <translation>Einen Ordner abgleichen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/folders_dialog.py" />
      <source>New and changed files of these folders are taken in by themselves. The files stay where they are, and nothing in the folders is changed.</source>
      <translation>Neue und geänderte Dateien dieser Ordner werden von selbst aufgenommen. Die Dateien bleiben, wo sie sind, und in den Ordnern wird nichts geändert.</translation>
    </message>
    <message>
      <location filename="../../desktop/library/folders_dialog.py" />
      <source>No folder is kept in step yet.</source>
      <translation>Noch wird kein Ordner abgeglichen.</translation>
    </message>
    <message>
      <location filename="../../desktop/library/folders_dialog.py" />
      <source>Pause</source>
      <translation>Pause</translation>
    </message>
    <message>
      <location filename="../../desktop/library/folders_dialog.py" />
      <source>Resume</source>
      <translation>Fortsetzen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/folders_dialog.py" />
      <source>Stop keeping in step</source>
      <translation>Nicht mehr abgleichen</translation>
    </message>
  </context>
  <context>
    <name>FoldersModel</name>
    <message>
      <location filename="../../desktop/library/folder_items.py" />
      <source>1 changed</source>
      <translation>1 geänderte</translation>
    </message>
    <message>
      <location filename="../../desktop/library/folder_items.py" />
      <source>1 gone</source>
      <translation>1 verschwundene</translation>
    </message>
    <message>
      <location filename="../../desktop/library/folder_items.py" />
      <source>1 moved</source>
      <translation>1 verschobene</translation>
    </message>
    <message>
      <location filename="../../desktop/library/folder_items.py" />
      <source>1 new</source>
      <translation>1 neue</translation>
    </message>
    <message>
      <location filename="../../desktop/library/folder_items.py" />
      <source>1 only in the cloud</source>
      <translation>1 nur in der Cloud</translation>
    </message>
    <message>
      <location filename="../../desktop/library/folder_items.py" />
      <source>being compared …</source>
      <translation>wird verglichen …</translation>
    </message>
    <message>
      <location filename="../../desktop/library/folder_items.py" />
      <source>in step</source>
      <translation>abgeglichen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/folder_items.py" />
      <source>in step, compared at {time}</source>
      <translation>abgeglichen, verglichen um {time}</translation>
    </message>
    <message>
      <location filename="../../desktop/library/folder_items.py" />
      <source>paused</source>
      <translation>pausiert</translation>
    </message>
    <message>
      <location filename="../../desktop/library/folder_items.py" />
      <source>{n} changed</source>
      <translation>{n} geänderte</translation>
    </message>
    <message>
      <location filename="../../desktop/library/folder_items.py" />
      <source>{n} gone</source>
      <translation>{n} verschwundene</translation>
    </message>
    <message>
      <location filename="../../desktop/library/folder_items.py" />
      <source>{n} moved</source>
      <translation>{n} verschobene</translation>
    </message>
    <message>
      <location filename="../../desktop/library/folder_items.py" />
      <source>{n} new</source>
      <translation>{n} neue</translation>
    </message>
    <message>
      <location filename="../../desktop/library/folder_items.py" />
      <source>{n} only in the cloud</source>
      <translation>{n} nur in der Cloud</translation>
    </message>
  </context>
  <context>
    <name>FrozenDocuments</name>
    <message>
      <location filename="../../desktop/tables/bucket_view.py" />
      <source>Documents</source>
      <translation>Dokumente</translation>
    </message>
  </context>
  <context>
    <name>Guide</name>
    <message>
      <location filename="../../desktop/guide/report_html.py" />
      <source>1 comment or note</source>
      <translation>1 Kommentar oder Notiz</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/report_html.py" />
      <source>1 file in it</source>
      <translation>1 Datei darin</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/guide_html.py" />
      <source>1 page</source>
      <translation>1 Seite</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/report_html.py" />
      <source>1 text set aside</source>
      <translation>1 Text beiseitegelegt</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/report_html.py" />
      <source>All of it was read, and nothing was set aside.</source>
      <translation>Alles wurde gelesen und nichts beiseitegelegt.</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/report_html.py" />
      <source>All of it was read, except what was set aside.</source>
      <translation>Alles wurde gelesen, bis auf das, was beiseitegelegt wurde.</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/guide_html.py" />
      <source>Amounts</source>
      <translation>Beträge</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/guide_html.py" />
      <source>Dates and periods</source>
      <translation>Daten und Fristen</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/guide_html.py" />
      <source>Defined terms</source>
      <translation>Bestimmte Begriffe</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/report_html.py" />
      <source>Each can be asked about.</source>
      <translation>Nach jedem kann gefragt werden.</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/report_html.py" />
      <source>Each is a document of its own.</source>
      <translation>Jede ist ein eigenes Dokument.</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/report_html.py" />
      <source>How it was read</source>
      <translation>Lesebericht</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/report_html.py" />
      <source>How it was read: {what} ›</source>
      <translation>Lesebericht: {what} ›</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/report_html.py" />
      <source>In the file's properties ({n})</source>
      <translation>In den Eigenschaften der Datei ({n})</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/report_html.py" />
      <source>It has not been read yet.</source>
      <translation>Es wurde noch nicht gelesen.</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/guide_html.py" />
      <source>Key statements</source>
      <translation>Wichtige Aussagen</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/report_html.py" />
      <source>No page shows it. It is kept out of searches and answers.</source>
      <translation>Keine Seite zeigt es. Es bleibt aus Suchen und Antworten heraus.</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/report_html.py" />
      <source>Not looked through yet for text that nobody sees, and kept out of answers until then:</source>
      <translation>Noch nicht auf Text durchgesehen, den niemand sieht, und bis dahin aus Antworten herausgehalten:</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/guide_html.py" />
      <source>Outline</source>
      <translation>Gliederung</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/guide_html.py" />
      <source>Questions it answers</source>
      <translation>Fragen, die es beantwortet</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/report_html.py" />
      <source>Show all of it</source>
      <translation>Alles zeigen</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/report_html.py" />
      <source>Show all {n}</source>
      <translation>Alle {n} zeigen</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/report_html.py" />
      <source>Text is still to be recognised:</source>
      <translation>Text wird noch erkannt:</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/report_html.py" />
      <source>This is in the file, but whoever looks at its pages sees it struck out, or not at all, and it may have been put there to mislead a program. It is kept out of searches and answers.</source>
      <translation>Das steht in der Datei, aber wer ihre Seiten ansieht, sieht es durchgestrichen oder gar nicht, und vielleicht soll es ein Programm irreführen. Es bleibt aus Suchen und Antworten heraus.</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/guide_html.py" />
      <source>What it is</source>
      <translation>Was es ist</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/guide_html.py" />
      <source>being completed by the language model …</source>
      <translation>wird vom Sprachmodell ergänzt …</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/guide_html.py" />
      <source>made without a language model</source>
      <translation>ohne Sprachmodell gemacht</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/report_html.py" />
      <source>not read whole</source>
      <translation>nicht ganz gelesen</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/report_html.py" />
      <source>read whole</source>
      <translation>ganz gelesen</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/guide_html.py" />
      <source>{heading} ({n} of {all})</source>
      <translation>{heading} ({n} von {all})</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/report_html.py" />
      <source>{n} comments and notes</source>
      <translation>{n} Kommentare und Notizen</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/report_html.py" />
      <source>{n} files in it</source>
      <translation>{n} Dateien darin</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/guide_html.py" />
      <source>{n} pages</source>
      <translation>{n} Seiten</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/report_html.py" />
      <source>{n} texts set aside</source>
      <translation>{n} Texte beiseitegelegt</translation>
    </message>
  </context>
  <context>
    <name>GuideView</name>
    <message>
      <location filename="../../desktop/guide/guide_view.py" />
      <source>Click a document in the library to see what it is, what it says first of all, its dates and amounts, and what you could ask it.</source>
      <translation>Klicken Sie links auf ein Dokument: Hier steht dann, was es ist, was es vor allem sagt, seine Daten und Beträge und was Sie es fragen könnten.</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/guide_view.py" />
      <source>Guide to the document</source>
      <translation>Überblick über das Dokument</translation>
    </message>
    <message>
      <location filename="../../desktop/guide/guide_view.py" />
      <source>Looking through the document …</source>
      <translation>Das Dokument wird durchgesehen …</translation>
    </message>
  </context>
  <context>
    <name>HistoryDesk</name>
    <message>
      <location filename="../../desktop/history/history_desk.py" />
      <source>Copied with its sources.</source>
      <translation>Mit Quellen kopiert.</translation>
    </message>
    <message>
      <location filename="../../desktop/history/history_desk.py" />
      <source>Export this conversation</source>
      <translation>Dieses Gespräch exportieren</translation>
    </message>
    <message>
      <location filename="../../desktop/history/history_desk.py" />
      <source>Markdown (*.md)</source>
      <translation>Markdown (*.md)</translation>
    </message>
    <message>
      <location filename="../../desktop/history/history_desk.py" />
      <source>Name of the conversation</source>
      <translation>Name des Gesprächs</translation>
    </message>
    <message>
      <location filename="../../desktop/history/history_desk.py" />
      <source>PDF (*.pdf)</source>
      <translation>PDF (*.pdf)</translation>
    </message>
    <message>
      <location filename="../../desktop/history/history_desk.py" />
      <source>Rename</source>
      <translation>Umbenennen</translation>
    </message>
    <message>
      <location filename="../../desktop/history/history_desk.py" />
      <source>Saved as {name}</source>
      <translation>Gespeichert als {name}</translation>
    </message>
    <message>
      <location filename="../../desktop/history/history_desk.py" />
      <source>Web page (*.html)</source>
      <translation>Webseite (*.html)</translation>
    </message>
    <message>
      <location filename="../../desktop/history/history_desk.py" />
      <source>Word document (*.docx)</source>
      <translation>Word-Dokument (*.docx)</translation>
    </message>
  </context>
  <context>
    <name>HistoryModel</name>
    <message>
      <location filename="../../desktop/history/conversation_list.py" />
      <source>1 question</source>
      <translation>1 Frage</translation>
    </message>
    <message>
      <location filename="../../desktop/history/conversation_list.py" />
      <source>Today</source>
      <translation>Heute</translation>
    </message>
    <message>
      <location filename="../../desktop/history/conversation_list.py" />
      <source>Without a name</source>
      <translation>Ohne Namen</translation>
    </message>
    <message>
      <location filename="../../desktop/history/conversation_list.py" />
      <source>Yesterday</source>
      <translation>Gestern</translation>
    </message>
    <message>
      <location filename="../../desktop/history/conversation_list.py" />
      <source>pinned, </source>
      <translation>angeheftet, </translation>
    </message>
    <message>
      <location filename="../../desktop/history/conversation_list.py" />
      <source>{n} questions</source>
      <translation>{n} Fragen</translation>
    </message>
  </context>
  <context>
    <name>HistoryPanel</name>
    <message>
      <location filename="../../desktop/history/history_panel.py" />
      <source>Bring the deleted conversation back</source>
      <translation>Das gelöschte Gespräch zurückholen</translation>
    </message>
    <message>
      <location filename="../../desktop/history/history_panel.py" />
      <source>Bring the deleted conversation back (Ctrl+Z)</source>
      <translation>Das gelöschte Gespräch zurückholen (Strg+Z)</translation>
    </message>
    <message>
      <location filename="../../desktop/history/history_panel.py" />
      <source>Conversations</source>
      <translation>Gespräche</translation>
    </message>
    <message>
      <location filename="../../desktop/history/history_panel.py" />
      <source>Delete</source>
      <translation>Löschen</translation>
    </message>
    <message>
      <location filename="../../desktop/history/history_panel.py" />
      <source>Deleted: {name}</source>
      <translation>Gelöscht: {name}</translation>
    </message>
    <message>
      <location filename="../../desktop/history/history_panel.py" />
      <source>Do not pin any more</source>
      <translation>Nicht mehr anheften</translation>
    </message>
    <message>
      <location filename="../../desktop/history/history_panel.py" />
      <source>Export…</source>
      <translation>Exportieren …</translation>
    </message>
    <message>
      <location filename="../../desktop/history/history_panel.py" />
      <source>New conversation</source>
      <translation>Neues Gespräch</translation>
    </message>
    <message>
      <location filename="../../desktop/history/history_panel.py" />
      <source>New conversation (Ctrl+N)</source>
      <translation>Neues Gespräch (Strg+N)</translation>
    </message>
    <message>
      <location filename="../../desktop/history/history_panel.py" />
      <source>No conversation has these words.</source>
      <translation>Kein Gespräch enthält diese Wörter.</translation>
    </message>
    <message>
      <location filename="../../desktop/history/history_panel.py" />
      <source>Open</source>
      <translation>Öffnen</translation>
    </message>
    <message>
      <location filename="../../desktop/history/history_panel.py" />
      <source>Pin to the top</source>
      <translation>Oben anheften</translation>
    </message>
    <message>
      <location filename="../../desktop/history/history_panel.py" />
      <source>Rename…</source>
      <translation>Umbenennen …</translation>
    </message>
    <message>
      <location filename="../../desktop/history/history_panel.py" />
      <source>Search conversations</source>
      <translation>Gespräche durchsuchen</translation>
    </message>
    <message>
      <location filename="../../desktop/history/history_panel.py" />
      <source>Search the conversations</source>
      <translation>Die Gespräche durchsuchen</translation>
    </message>
    <message>
      <location filename="../../desktop/history/history_panel.py" />
      <source>Undo</source>
      <translation>Rückgängig</translation>
    </message>
    <message>
      <location filename="../../desktop/history/history_panel.py" />
      <source>What you ask is kept here, on this computer only.</source>
      <translation>Was Sie fragen, wird hier aufgehoben, nur auf diesem Computer.</translation>
    </message>
  </context>
  <context>
    <name>Kinds</name>
    <message>
      <location filename="../../desktop/library/document_kinds.py" />
      <source>Archive</source>
      <translation>Archiv</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_kinds.py" />
      <source>E-book</source>
      <translation>E-Book</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_kinds.py" />
      <source>E-mail</source>
      <translation>E-Mail</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_kinds.py" />
      <source>Excel workbook</source>
      <translation>Excel-Arbeitsmappe</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_kinds.py" />
      <source>File</source>
      <translation>Datei</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_kinds.py" />
      <source>Markdown</source>
      <translation>Markdown</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_kinds.py" />
      <source>OpenDocument text</source>
      <translation>OpenDocument-Text</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_kinds.py" />
      <source>Outlook e-mail</source>
      <translation>Outlook-E-Mail</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_kinds.py" />
      <source>PDF</source>
      <translation>PDF</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_kinds.py" />
      <source>Picture</source>
      <translation>Bild</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_kinds.py" />
      <source>Presentation</source>
      <translation>Präsentation</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_kinds.py" />
      <source>Rich text</source>
      <translation>Rich Text</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_kinds.py" />
      <source>Table (CSV)</source>
      <translation>Tabelle (CSV)</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_kinds.py" />
      <source>Text file</source>
      <translation>Textdatei</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_kinds.py" />
      <source>Web page</source>
      <translation>Webseite</translation>
    </message>
    <message>
      <location filename="../../desktop/library/document_kinds.py" />
      <source>Word document</source>
      <translation>Word-Dokument</translation>
    </message>
  </context>
  <context>
    <name>LanguageChoice</name>
    <message>
      <location filename="../../desktop/settings/language_choice.py" />
      <source>Like the system</source>
      <translation>Wie das System</translation>
    </message>
  </context>
  <context>
    <name>LanguageModels</name>
    <message>
      <location filename="../../desktop/settings/language_models.py" />
      <source>Fits: needs {needs} of memory, {free} are free.</source>
      <translation>Passt: braucht {needs} Speicher, {free} sind frei.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/language_models.py" />
      <source>Tight: needs {needs} of memory, {free} are free; close other programs first.</source>
      <translation>Knapp: braucht {needs} Speicher, {free} sind frei; schließen Sie erst andere Programme.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/language_models.py" />
      <source>Too large: needs {needs}; this computer has {all}.</source>
      <translation>Zu groß: braucht {needs}; dieser Computer hat {all}.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/language_models.py" />
      <source>answers your questions</source>
      <translation>beantwortet Ihre Fragen</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/language_models.py" />
      <source>answers your questions, from where it lies</source>
      <translation>beantwortet Ihre Fragen, von dort, wo es liegt</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/language_models.py" />
      <source>chosen, but gone or changed</source>
      <translation>gewählt, aber verschwunden oder verändert</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/language_models.py" />
      <source>chosen, but its folder is missing</source>
      <translation>gewählt, aber sein Ordner fehlt</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/language_models.py" />
      <source>chosen, not installed</source>
      <translation>gewählt, nicht installiert</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/language_models.py" />
      <source>gone or changed</source>
      <translation>verschwunden oder verändert</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/language_models.py" />
      <source>installed</source>
      <translation>installiert</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/language_models.py" />
      <source>its folder is missing</source>
      <translation>sein Ordner fehlt</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/language_models.py" />
      <source>not installed</source>
      <translation>nicht installiert</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/language_models.py" />
      <source>used where it lies</source>
      <translation>wird dort benutzt, wo es liegt</translation>
    </message>
  </context>
  <context>
    <name>LibraryDesk</name>
    <message>
      <location filename="../../desktop/library/library_desk.py" />
      <source>Add files</source>
      <translation>Dateien hinzufügen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/library_desk.py" />
      <source>Add folder</source>
      <translation>Ordner hinzufügen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/library_desk.py" />
      <source>The folder {folder} cannot be shown. Check whether it is still there.</source>
      <translation>Der Ordner {folder} kann nicht gezeigt werden. Sehen Sie nach, ob es ihn noch gibt.</translation>
    </message>
    <message>
      <location filename="../../desktop/library/library_desk.py" />
      <source>{file} cannot be opened: there is no program for it, or it is gone.</source>
      <translation>{file} kann nicht geöffnet werden: Es gibt kein Programm dafür, oder die Datei ist verschwunden.</translation>
    </message>
  </context>
  <context>
    <name>LibraryPanel</name>
    <message>
      <location filename="../../desktop/library/library_panel.py" />
      <source>Add files or a folder</source>
      <translation>Dateien oder einen Ordner hinzufügen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/library_panel.py" />
      <source>Add files…</source>
      <translation>Dateien hinzufügen …</translation>
    </message>
    <message>
      <location filename="../../desktop/library/library_panel.py" />
      <source>Add folder…</source>
      <translation>Ordner hinzufügen …</translation>
    </message>
    <message>
      <location filename="../../desktop/library/library_panel.py" />
      <source>An earlier version read these documents. They can be searched meanwhile.</source>
      <translation>Diese Dokumente hat eine frühere Version gelesen. Sie können inzwischen durchsucht werden.</translation>
    </message>
    <message>
      <location filename="../../desktop/library/library_panel.py" />
      <source>Documents; Space checks those that are to be asked about</source>
      <translation>Dokumente; die Leertaste kreuzt an, wonach gefragt werden soll</translation>
    </message>
    <message>
      <location filename="../../desktop/library/library_panel.py" />
      <source>Filter</source>
      <translation>Filter</translation>
    </message>
    <message>
      <location filename="../../desktop/library/library_panel.py" />
      <source>Filter the documents by name</source>
      <translation>Dokumente nach Namen filtern</translation>
    </message>
    <message>
      <location filename="../../desktop/library/library_panel.py" />
      <source>Folders kept in step…</source>
      <translation>Abgeglichene Ordner …</translation>
    </message>
    <message>
      <location filename="../../desktop/library/library_panel.py" />
      <source>No document here has these words in its name.</source>
      <translation>Kein Dokument hier hat diese Wörter im Namen.</translation>
    </message>
    <message>
      <location filename="../../desktop/library/library_panel.py" />
      <source>Nothing is in this workspace yet.

Add files while it is open, or drag documents onto it from another one.</source>
      <translation>In diesem Arbeitsbereich ist noch nichts.

Fügen Sie Dateien hinzu, während er offen ist, oder ziehen Sie Dokumente aus einem anderen darauf.</translation>
    </message>
    <message>
      <location filename="../../desktop/library/library_panel.py" />
      <source>Opening your library …</source>
      <translation>Ihre Bibliothek wird geöffnet …</translation>
    </message>
    <message>
      <location filename="../../desktop/library/library_panel.py" />
      <source>Pause</source>
      <translation>Pause</translation>
    </message>
    <message>
      <location filename="../../desktop/library/library_panel.py" />
      <source>Read anyway</source>
      <translation>Trotzdem lesen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/library_panel.py" />
      <source>Reading progress</source>
      <translation>Fortschritt beim Lesen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/library_panel.py" />
      <source>Resume</source>
      <translation>Fortsetzen</translation>
    </message>
    <message>
      <location filename="../../desktop/library/library_panel.py" />
      <source>Tables: what was read of the documents (Ctrl+T)</source>
      <translation>Tabellen: was aus den Dokumenten gelesen wurde (Strg+T)</translation>
    </message>
  </context>
  <context>
    <name>MachineForm</name>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>0: as many as there are.</source>
      <translation>0: so viele, wie es gibt.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>0: as much as the free memory carries.</source>
      <translation>0: so viel, wie der freie Speicher trägt.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>0: none. -1: all.</source>
      <translation>0: keine. -1: alle.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>A computer that does not tell how it is powered counts as plugged in.</source>
      <translation>Ein Computer, der nicht sagt, woher sein Strom kommt, gilt als angeschlossen.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>Appearance</source>
      <translation>Erscheinungsbild</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>Context of the model</source>
      <translation>Kontext des Modells</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>Dark</source>
      <translation>Dunkel</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>Holds from the next start of DocuChat on.</source>
      <translation>Gilt vom nächsten Start von DocuChat an.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>Holds from the next start on, for documents that are read then.</source>
      <translation>Gilt vom nächsten Start an, für Dokumente, die dann gelesen werden.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>In the background. Otherwise it is loaded, and takes memory, with the first question.</source>
      <translation>Im Hintergrund. Sonst wird es mit der ersten Frage geladen und belegt erst dann Speicher.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>Language</source>
      <translation>Sprache</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>Layers on the graphics card</source>
      <translation>Schichten auf der Grafikkarte</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>Light</source>
      <translation>Hell</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>Like the system</source>
      <translation>Wie das System</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>Load the model when DocuChat starts</source>
      <translation>Das Modell beim Start von DocuChat laden</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>Only while another program is in front, and without a word of your documents or questions.</source>
      <translation>Nur während ein anderes Programm vorn ist, und ohne ein Wort Ihrer Dokumente oder Fragen.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>Processor cores</source>
      <translation>Prozessorkerne</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>Reading documents pauses on battery</source>
      <translation>Das Einlesen pausiert bei Akkubetrieb</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>Scanned pages</source>
      <translation>Gescannte Seiten</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>Tell when long work has ended</source>
      <translation>Melden, wenn lange Arbeit fertig ist</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>are left as they are</source>
      <translation>bleiben, wie sie sind</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>automatic</source>
      <translation>automatisch</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>their text is recognised</source>
      <translation>ihr Text wird erkannt</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_forms.py" />
      <source>tokens</source>
      <translation>Token</translation>
    </message>
  </context>
  <context>
    <name>MainWindow</name>
    <message>
      <location filename="../../desktop/main_window.py" />
      <source>Ask about your documents …</source>
      <translation>Fragen Sie Ihre Dokumente …</translation>
    </message>
    <message>
      <location filename="../../desktop/window_parts.py" />
      <source>Conversations</source>
      <translation>Gespräche</translation>
    </message>
    <message>
      <location filename="../../desktop/window_parts.py" />
      <source>Document</source>
      <translation>Dokument</translation>
    </message>
    <message>
      <location filename="../../desktop/window_parts.py" />
      <source>Guide</source>
      <translation>Überblick</translation>
    </message>
    <message>
      <location filename="../../desktop/window_parts.py" />
      <source>Library</source>
      <translation>Bibliothek</translation>
    </message>
    <message>
      <location filename="../../desktop/window_parts.py" />
      <source>Library or conversations</source>
      <translation>Bibliothek oder Gespräche</translation>
    </message>
    <message>
      <location filename="../../desktop/main_window.py" />
      <source>No program of this computer could open {path}.</source>
      <translation>Kein Programm dieses Computers konnte {path} öffnen.</translation>
    </message>
    <message>
      <location filename="../../desktop/main_window.py" />
      <source>Only files and folders of this computer can be added. Save what you dragged as a file first, and drop that.</source>
      <translation>Nur Dateien und Ordner dieses Rechners können hinzugefügt werden. Speichern Sie das Gezogene zuerst als Datei, und legen Sie diese hier ab.</translation>
    </message>
    <message>
      <location filename="../../desktop/window_parts.py" />
      <source>Opening your library …</source>
      <translation>Ihre Bibliothek wird geöffnet …</translation>
    </message>
    <message>
      <location filename="../../desktop/window_parts.py" />
      <source>Sources</source>
      <translation>Quellen</translation>
    </message>
    <message>
      <location filename="../../desktop/window_parts.py" />
      <source>Sources, trace, document or guide</source>
      <translation>Quellen, Ablauf, Dokument oder Überblick</translation>
    </message>
    <message>
      <location filename="../../desktop/main_window.py" />
      <source>The pages of the documentation are not on this computer.</source>
      <translation>Die Seiten der Dokumentation liegen nicht auf diesem Computer.</translation>
    </message>
    <message>
      <location filename="../../desktop/window_parts.py" />
      <source>Trace</source>
      <translation>Ablauf</translation>
    </message>
  </context>
  <context>
    <name>MessagePage</name>
    <message>
      <location filename="../../desktop/viewer/message_page.py" />
      <source>A repair saves what can be read. Documents that lost something are read again.</source>
      <translation>Eine Reparatur rettet, was lesbar ist. Dokumente, denen etwas fehlt, werden neu gelesen.</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/message_page.py" />
      <source>DocuChat is already open</source>
      <translation>DocuChat ist schon geöffnet</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/message_page.py" />
      <source>Put the newest copy back</source>
      <translation>Neueste Kopie zurücklegen</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/message_page.py" />
      <source>Quit</source>
      <translation>Beenden</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/message_page.py" />
      <source>Repair the library</source>
      <translation>Bibliothek reparieren</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/message_page.py" />
      <source>The damaged file is kept in both cases, and your own files are not touched.</source>
      <translation>Die beschädigte Datei bleibt in jedem Fall erhalten; Ihre eigenen Dateien werden nicht angerührt.</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/message_page.py" />
      <source>The damaged file is kept, and your own files are not touched.</source>
      <translation>Die beschädigte Datei wird aufgehoben; Ihre eigenen Dateien werden nicht angerührt.</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/message_page.py" />
      <source>The newest copy is of {when}: what came later is missing in it.</source>
      <translation>Die neueste Kopie ist von {when}: Was danach kam, fehlt in ihr.</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/message_page.py" />
      <source>Try again</source>
      <translation>Noch einmal versuchen</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/message_page.py" />
      <source>Your library could not be opened</source>
      <translation>Ihre Bibliothek konnte nicht geöffnet werden</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/message_page.py" />
      <source>Your library is damaged</source>
      <translation>Ihre Bibliothek ist beschädigt</translation>
    </message>
  </context>
  <context>
    <name>ModelsPage</name>
    <message>
      <location filename="../../desktop/settings/models_page.py" />
      <source>A copy of the file becomes this model, if its bytes are right.</source>
      <translation>Eine Kopie der Datei wird dieses Modell, wenn jedes Byte stimmt.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/models_page.py" />
      <source>A language model writes the answers. Without one, DocuChat answers with sentences of your documents, word for word.</source>
      <translation>Ein Sprachmodell schreibt die Antworten. Ohne eines antwortet DocuChat mit Sätzen Ihrer Dokumente, Wort für Wort.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/models_page.py" />
      <source>A model you have already, of LM Studio, Ollama or GPT4All for example, in place:</source>
      <translation>Ein Modell, das Sie schon haben, etwa von LM Studio, Ollama oder GPT4All, ohne Kopie:</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/models_page.py" />
      <source>Address of the server</source>
      <translation>Adresse des Servers</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/models_page.py" />
      <source>Asking the server …</source>
      <translation>Der Server wird gefragt …</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/models_page.py" />
      <source>Back to this computer</source>
      <translation>Zurück zu diesem Computer</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/models_page.py" />
      <source>Check</source>
      <translation>Prüfen</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/models_page.py" />
      <source>Fetch</source>
      <translation>Laden</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/models_page.py" />
      <source>File…</source>
      <translation>Datei …</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/models_page.py" />
      <source>Folder…</source>
      <translation>Ordner …</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/models_page.py" />
      <source>From a folder…</source>
      <translation>Aus einem Ordner …</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/models_page.py" />
      <source>Language models</source>
      <translation>Sprachmodelle</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/models_page.py" />
      <source>Looking for models in {path} …</source>
      <translation>Modelle werden gesucht in {path} …</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/models_page.py" />
      <source>Looks for this model in a folder and those below: a copy of another program's models will do, and so will wheels.</source>
      <translation>Sucht dieses Modell in einem Ordner und denen darunter: Auch eine Kopie der Modelle eines anderen Programms genügt, und ebenso Wheels.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/models_page.py" />
      <source>Model on the server</source>
      <translation>Modell auf dem Server</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/models_page.py" />
      <source>Models (*.gguf);;All files (*)</source>
      <translation>Modelle (*.gguf);;Alle Dateien (*)</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/models_page.py" />
      <source>Or a model server of your own</source>
      <translation>Oder ein eigener Modellserver</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/models_page.py" />
      <source>Reads every byte of its files and compares them with what they should be.</source>
      <translation>Liest jedes Byte seiner Dateien und vergleicht es mit dem, was es sein soll.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/models_page.py" />
      <source>Remove…</source>
      <translation>Entfernen …</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/models_page.py" />
      <source>Stop</source>
      <translation>Anhalten</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/models_page.py" />
      <source>Take from a file…</source>
      <translation>Aus einer Datei …</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/models_page.py" />
      <source>Take the model from a file</source>
      <translation>Das Modell aus einer Datei nehmen</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/models_page.py" />
      <source>Take the model from a folder</source>
      <translation>Das Modell aus einem Ordner nehmen</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/models_page.py" />
      <source>Test</source>
      <translation>Testen</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/models_page.py" />
      <source>Use a GGUF file where it lies</source>
      <translation>Eine GGUF-Datei benutzen, wo sie liegt</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/models_page.py" />
      <source>Use the GGUF files of a folder where they lie</source>
      <translation>Die GGUF-Dateien eines Ordners benutzen, wo sie liegen</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/models_page.py" />
      <source>Use this model</source>
      <translation>Dieses Modell verwenden</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/models_page.py" />
      <source>Use this server</source>
      <translation>Diesen Server verwenden</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/models_page.py" />
      <source>Uses the file where another program has it; else it is downloaded, and checked.</source>
      <translation>Nimmt die Datei dort, wo ein anderes Programm sie hat; sonst wird sie geladen und geprüft.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/models_page.py" />
      <source>Write which of its models to use, or test it to see them.</source>
      <translation>Schreiben Sie, welches seiner Modelle verwendet werden soll, oder testen Sie ihn, um sie zu sehen.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/models_page.py" />
      <source>llama.cpp, LM Studio, Ollama or another server with OpenAI's interface. Questions and the passages found for them are sent to this address, and nowhere else. A key is not kept here: it is read from the environment variable {variable} at the start (Help → Documentation, Installing, tells how).</source>
      <translation>llama.cpp, LM Studio, Ollama oder ein anderer Server mit der Schnittstelle von OpenAI. Fragen und die Textstellen dazu gehen an diese Adresse und sonst nirgendwohin. Ein Schlüssel wird hier nicht aufbewahrt: Er wird beim Start aus der Umgebungsvariablen {variable} gelesen (wie, sagt Hilfe → Dokumentation unter „Installing“).</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/models_page.py" />
      <source>{name} is ready, every byte is right.</source>
      <translation>{name} ist bereit, jedes Byte stimmt.</translation>
    </message>
  </context>
  <context>
    <name>NoticeBar</name>
    <message>
      <location filename="../../desktop/shared/notice_bar.py" />
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/notice_bar.py" />
      <source>Close this message</source>
      <translation>Diese Meldung schließen</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/notice_bar.py" />
      <source>… and {n} more</source>
      <translation>… und {n} weitere</translation>
    </message>
  </context>
  <context>
    <name>OfferBar</name>
    <message>
      <location filename="../../desktop/shared/offer_bar.py" />
      <source>Keep in step</source>
      <translation>Abgleichen</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/offer_bar.py" />
      <source>No, thanks</source>
      <translation>Nein, danke</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/offer_bar.py" />
      <source>“{name}” was added. Take in what comes to this folder later, too?</source>
      <translation>„{name}“ wurde hinzugefügt. Auch aufnehmen, was später in diesen Ordner kommt?</translation>
    </message>
  </context>
  <context>
    <name>OutlineModel</name>
    <message>
      <location filename="../../desktop/viewer/outline_items.py" />
      <source>{title}, page {n}</source>
      <translation>{title}, Seite {n}</translation>
    </message>
  </context>
  <context>
    <name>PageView</name>
    <message>
      <location filename="../../desktop/viewer/page_view.py" />
      <source>Page</source>
      <translation>Seite</translation>
    </message>
  </context>
  <context>
    <name>PlanList</name>
    <message>
      <location filename="../../desktop/conversation/plan_list.py" />
      <source>Plan · {done} of {all} steps done</source>
      <translation>Plan · {done} von {all} Schritten erledigt</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/plan_list.py" />
      <source>done</source>
      <translation>erledigt</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/plan_list.py" />
      <source>next</source>
      <translation>als Nächstes</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/plan_list.py" />
      <source>not carried out</source>
      <translation>nicht ausgeführt</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/plan_list.py" />
      <source>open</source>
      <translation>offen</translation>
    </message>
  </context>
  <context>
    <name>PrivacyPage</name>
    <message>
      <location filename="../../desktop/settings/privacy_page.py" />
      <source>A model is downloaded only when you press “Fetch”.</source>
      <translation>Ein Modell wird nur geladen, wenn Sie auf „Laden“ drücken.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/privacy_page.py" />
      <source>Answers are written on this computer; no model server is set.</source>
      <translation>Antworten werden auf diesem Computer geschrieben; es ist kein Modellserver eingestellt.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/privacy_page.py" />
      <source>Asking …</source>
      <translation>Wird gefragt …</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/privacy_page.py" />
      <source>Check for updates</source>
      <translation>Nach Updates sehen</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/privacy_page.py" />
      <source>Diagnostics</source>
      <translation>Diagnose</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/privacy_page.py" />
      <source>DocuChat looks for none by itself, and this copy knows no address to ask: look where you got it from. An update is installed like the program, also without a network.</source>
      <translation>DocuChat sucht nicht von selbst danach, und diese Kopie kennt keine Adresse, die sie fragen könnte: Sehen Sie dort nach, woher Sie sie haben. Eine Aktualisierung wird installiert wie das Programm, auch ohne Netz.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/privacy_page.py" />
      <source>DocuChat looks for none by itself. The button asks {address} for the number of the newest version; the server there sees your network address, and nothing of yours. Nothing is downloaded: an update is installed like the program, also without a network.</source>
      <translation>DocuChat sieht von selbst nicht nach. Der Knopf fragt {address} nach der Nummer der neuesten Version; der Server dort sieht Ihre Netzadresse und sonst nichts von Ihnen. Nichts wird geladen: Ein Update wird installiert wie das Programm, auch ohne Netz.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/privacy_page.py" />
      <source>Documents, questions and answers stay on this computer. DocuChat opens no connection by itself: no updates, no statistics, no reports.</source>
      <translation>Dokumente, Fragen und Antworten bleiben auf diesem Computer. DocuChat baut von selbst keine Verbindung auf: keine Aktualisierungen, keine Statistik, keine Berichte.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/privacy_page.py" />
      <source>For a report of a mistake: a file with versions, settings, numbers of documents and the log. It holds no text, no name and no question of yours; look into it before you send it.</source>
      <translation>Um einen Fehler zu melden: eine Datei mit Versionen, Einstellungen, Zahlen zu den Dokumenten und dem Protokoll. Sie enthält keinen Text, keinen Namen und keine Frage von Ihnen; sehen Sie hinein, bevor Sie sie verschicken.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/privacy_page.py" />
      <source>Questions and the passages found for them go to your model server: {url}</source>
      <translation>Fragen und die Textstellen dazu gehen an Ihren Modellserver: {url}</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/privacy_page.py" />
      <source>Save a diagnostics file…</source>
      <translation>Diagnosedatei speichern …</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/privacy_page.py" />
      <source>The index with the text of your documents lies on your server: {url}</source>
      <translation>Der Index mit dem Text Ihrer Dokumente liegt auf Ihrem Server: {url}</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/privacy_page.py" />
      <source>The newest version is asked for only when you press “Check for updates”.</source>
      <translation>Nach der neuesten Version wird nur gefragt, wenn Sie auf „Nach Updates sehen“ drücken.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/privacy_page.py" />
      <source>Updates</source>
      <translation>Updates</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/privacy_page.py" />
      <source>What uses the network</source>
      <translation>Was das Netz benutzt</translation>
    </message>
  </context>
  <context>
    <name>QueueBar</name>
    <message>
      <location filename="../../desktop/conversation/queue_bar.py" />
      <source>Do not ask this</source>
      <translation>Dies nicht fragen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/queue_bar.py" />
      <source>Do not ask: {question}</source>
      <translation>Nicht fragen: {question}</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/queue_bar.py" />
      <source>Waiting: {question}</source>
      <translation>Wartet: {question}</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/queue_bar.py" />
      <source>… and 1 more</source>
      <translation>… und 1 weitere</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/queue_bar.py" />
      <source>… and {n} more</source>
      <translation>… und {n} weitere</translation>
    </message>
  </context>
  <context>
    <name>Research</name>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source> (judged by the model)</source>
      <translation> (vom Modell beurteilt)</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source>Answer in the panel beside, or here in your own words.</source>
      <translation>Antworten Sie im Bereich daneben oder hier in eigenen Worten.</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source>Before the search goes on:</source>
      <translation>Bevor weiter gesucht wird:</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source>Change them in the panel beside, and begin there.</source>
      <translation>Ändern Sie sie im Bereich daneben, und beginnen Sie dort.</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source>Check</source>
      <translation>Prüfung</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source>Citations</source>
      <translation>Belege</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source>Enough questions were asked.</source>
      <translation>Es wurde genug gefragt.</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source>Facts</source>
      <translation>Fakten</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source>Fits the question</source>
      <translation>Passt zur Frage</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source>Go on.</source>
      <translation>Weitermachen.</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source>List</source>
      <translation>Liste</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source>No more questions</source>
      <translation>Keine weiteren Fragen</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source>No more questions.</source>
      <translation>Keine weiteren Fragen.</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source>No questions were asked, as you wished.</source>
      <translation>Es wurde nicht nachgefragt, wie gewünscht.</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source>Questions</source>
      <translation>Fragen</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source>Sense</source>
      <translation>Sinn</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source>Sources</source>
      <translation>Quellen</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source>Structure</source>
      <translation>Aufbau</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source>Tasks</source>
      <translation>Aufgaben</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source>These tasks would take {time}:</source>
      <translation>Diese Aufgaben würden {time} dauern:</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source>What is asked for is covered by what was found.</source>
      <translation>Das Gefundene deckt ab, was gefragt ist.</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source>Work these tasks off</source>
      <translation>Diese Aufgaben abarbeiten</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source>Work these tasks off.</source>
      <translation>Diese Aufgaben abarbeiten.</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source>Work these {n} tasks off:</source>
      <translation>Diese {n} Aufgaben abarbeiten:</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source>Work this task off:</source>
      <translation>Diese Aufgabe abarbeiten:</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source>Writing</source>
      <translation>Schreiben</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source>You ended the questions.</source>
      <translation>Sie haben die Fragen beendet.</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source>about a minute</source>
      <translation>etwa eine Minute</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source>about an hour</source>
      <translation>etwa eine Stunde</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source>about {n} hours</source>
      <translation>etwa {n} Stunden</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source>about {n} minutes</source>
      <translation>etwa {n} Minuten</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source>less than a minute</source>
      <translation>weniger als eine Minute</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_words.py" />
      <source>searched for {words}</source>
      <translation>gesucht nach {words}</translation>
    </message>
  </context>
  <context>
    <name>ResearchDesk</name>
    <message>
      <location filename="../../desktop/research/research_desk.py" />
      <source>Export the report</source>
      <translation>Bericht exportieren</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_desk.py" />
      <source>Markdown (*.md)</source>
      <translation>Markdown (*.md)</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_desk.py" />
      <source>PDF (*.pdf)</source>
      <translation>PDF (*.pdf)</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_desk.py" />
      <source>Research</source>
      <translation>Recherche</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_desk.py" />
      <source>Saved as {name}.</source>
      <translation>Gespeichert als {name}.</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_desk.py" />
      <source>The research has gone on since then.</source>
      <translation>Die Recherche ist seitdem weitergegangen.</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_desk.py" />
      <source>Web page (*.html)</source>
      <translation>Webseite (*.html)</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_desk.py" />
      <source>Word document (*.docx)</source>
      <translation>Word-Dokument (*.docx)</translation>
    </message>
  </context>
  <context>
    <name>ResearchFindings</name>
    <message>
      <location filename="../../desktop/research/research_findings.py" />
      <source> · named by [{number}]</source>
      <translation> · genannt von [{number}]</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_findings.py" />
      <source>1 passage was found</source>
      <translation>1 Stelle gefunden</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_findings.py" />
      <source>Passages that were found</source>
      <translation>Gefundene Stellen</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_findings.py" />
      <source>{n} passages were found</source>
      <translation>{n} Stellen gefunden</translation>
    </message>
  </context>
  <context>
    <name>ResearchGraph</name>
    <message>
      <location filename="../../desktop/research/research_graph.py" />
      <source>Click a passage, or walk with the arrows and press Enter</source>
      <translation>Klicken Sie auf eine Stelle, oder gehen Sie mit den Pfeiltasten und drücken Sie Enter</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_graph.py" />
      <source>Where the sources came from</source>
      <translation>Woher die Quellen kamen</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_graph.py" />
      <source>Where the sources came from: [{number}] {name}</source>
      <translation>Woher die Quellen kamen: [{number}] {name}</translation>
    </message>
  </context>
  <context>
    <name>ResearchPanel</name>
    <message>
      <location filename="../../desktop/research/research_panel.py" />
      <source>Go on</source>
      <translation>Weitermachen</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_panel.py" />
      <source>Pause</source>
      <translation>Pause</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_panel.py" />
      <source>Research</source>
      <translation>Recherche</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_panel.py" />
      <source>Stopped at “{phase}”. What was done is kept.</source>
      <translation>Angehalten bei „{phase}“. Was getan ist, bleibt erhalten.</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_panel.py" />
      <source>Stopped before it began. What you asked or said is kept.</source>
      <translation>Angehalten, bevor es begann. Was Sie gefragt oder gesagt haben, ist aufbewahrt.</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_panel.py" />
      <source>The report stands in the conversation.</source>
      <translation>Der Bericht steht im Gespräch.</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_panel.py" />
      <source>Waiting for you. It may take days: nothing is lost.</source>
      <translation>Wartet auf Sie. Das darf Tage dauern: Nichts geht verloren.</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_panel.py" />
      <source>What is done is kept; go on with it whenever you like</source>
      <translation>Was getan ist, bleibt erhalten; machen Sie weiter, wann Sie wollen</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_panel.py" />
      <source>Working …</source>
      <translation>In Arbeit …</translation>
    </message>
  </context>
  <context>
    <name>ResearchQuestions</name>
    <message>
      <location filename="../../desktop/research/research_questions.py" />
      <source>Before the search goes on</source>
      <translation>Bevor weiter gesucht wird</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_questions.py" />
      <source>Leave empty if it does not matter</source>
      <translation>Leer lassen, wenn es keine Rolle spielt</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_questions.py" />
      <source>Make the list of tasks from what is known</source>
      <translation>Die Aufgabenliste aus dem machen, was bekannt ist</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_questions.py" />
      <source>No more questions</source>
      <translation>Keine weiteren Fragen</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_questions.py" />
      <source>Send answers</source>
      <translation>Antworten senden</translation>
    </message>
  </context>
  <context>
    <name>ResearchReportBox</name>
    <message>
      <location filename="../../desktop/research/research_report.py" />
      <source> · written twice</source>
      <translation> · zweimal geschrieben</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_report.py" />
      <source>Export the report …</source>
      <translation>Bericht exportieren …</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_report.py" />
      <source>Not followed, and limits</source>
      <translation>Nicht verfolgt, und Grenzen</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_report.py" />
      <source>Quality: not judged</source>
      <translation>Qualität: nicht beurteilt</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_report.py" />
      <source>Quality: {total} of 500</source>
      <translation>Qualität: {total} von 500</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_report.py" />
      <source>Where the sources came from</source>
      <translation>Woher die Quellen kamen</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_report.py" />
      <source>… and {n} more, in the export</source>
      <translation>… und {n} weitere, im Export</translation>
    </message>
  </context>
  <context>
    <name>ResearchStepper</name>
    <message>
      <location filename="../../desktop/research/research_stepper.py" />
      <source>Phases: {phases}</source>
      <translation>Phasen: {phases}</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_stepper.py" />
      <source>done</source>
      <translation>erledigt</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_stepper.py" />
      <source>now</source>
      <translation>jetzt</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_stepper.py" />
      <source>to come</source>
      <translation>noch offen</translation>
    </message>
  </context>
  <context>
    <name>ResearchTodo</name>
    <message>
      <location filename="../../desktop/research/research_todo.py" />
      <source> (added)</source>
      <translation> (hinzugekommen)</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_todo.py" />
      <source>Add this task (Enter)</source>
      <translation>Diese Aufgabe hinzufügen (Enter)</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_todo.py" />
      <source>Another task</source>
      <translation>Weitere Aufgabe</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_todo.py" />
      <source>Another task …</source>
      <translation>Weitere Aufgabe …</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_todo.py" />
      <source>Is this what is to be found out?</source>
      <translation>Soll das herausgefunden werden?</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_todo.py" />
      <source>Move down (Alt+Down)</source>
      <translation>Nach unten (Alt+Ab)</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_todo.py" />
      <source>Move up (Alt+Up)</source>
      <translation>Nach oben (Alt+Auf)</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_todo.py" />
      <source>Remove (Delete)</source>
      <translation>Entfernen (Entf)</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_todo.py" />
      <source>Tasks of the research</source>
      <translation>Aufgaben der Recherche</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_todo.py" />
      <source>This will take {time}. Double-click a task to change it.</source>
      <translation>Das dauert {time}. Ein Doppelklick ändert eine Aufgabe.</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_todo.py" />
      <source>Work these off</source>
      <translation>Diese abarbeiten</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_todo.py" />
      <source>Work these {n} tasks off</source>
      <translation>Diese {n} Aufgaben abarbeiten</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_todo.py" />
      <source>Work this task off</source>
      <translation>Diese Aufgabe abarbeiten</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_todo.py" />
      <source>done</source>
      <translation>erledigt</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_todo.py" />
      <source>nothing was found</source>
      <translation>nichts gefunden</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_todo.py" />
      <source>open</source>
      <translation>offen</translation>
    </message>
    <message>
      <location filename="../../desktop/research/research_todo.py" />
      <source>{done} of {all} tasks done</source>
      <translation>{done} von {all} Aufgaben erledigt</translation>
    </message>
  </context>
  <context>
    <name>RunDesk</name>
    <message>
      <location filename="../../desktop/conversation/run_desk.py" />
      <source>DocuChat (*.json)</source>
      <translation>DocuChat (*.json)</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/run_desk.py" />
      <source>Export this run</source>
      <translation>Diesen Ablauf exportieren</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/run_desk.py" />
      <source>Only what the specification names (*.json)</source>
      <translation>Nur was die Spezifikation nennt (*.json)</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/run_desk.py" />
      <source>Saved as {name}</source>
      <translation>Gespeichert als {name}</translation>
    </message>
  </context>
  <context>
    <name>RunStrip</name>
    <message>
      <location filename="../../desktop/conversation/run_strip.py" />
      <source>Getting ready …</source>
      <translation>Es wird vorbereitet …</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/run_strip.py" />
      <source>Show every step</source>
      <translation>Jeden Schritt zeigen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/run_strip.py" />
      <source>Stopping …</source>
      <translation>Wird angehalten …</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/run_strip.py" />
      <source>The check found gaps; writing it anew …</source>
      <translation>Die Prüfung fand Lücken; es wird neu geschrieben …</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/run_strip.py" />
      <source>Writing, and checking every sentence …</source>
      <translation>Es wird geschrieben und jeder Satz geprüft …</translation>
    </message>
  </context>
  <context>
    <name>Schemas</name>
    <message>
      <location filename="../../desktop/tables/schema_dialog.py" />
      <source>1 document</source>
      <translation>1 Dokument</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_lists.py" />
      <source>Add a field</source>
      <translation>Ein Feld hinzufügen</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_footer.py" />
      <source>As JSON…</source>
      <translation>Als JSON …</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_footer.py" />
      <source>As TOML…</source>
      <translation>Als TOML …</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_footer.py" />
      <source>Back to the built-in schema</source>
      <translation>Zurück zum mitgelieferten Schema</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_lists.py" />
      <source>Buckets</source>
      <translation>Fächer</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_dialog.py" />
      <source>Buckets and fields</source>
      <translation>Fächer und Felder</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_footer.py" />
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_footer.py" />
      <source>Delete this bucket</source>
      <translation>Dieses Fach löschen</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_dialog.py" />
      <source>Done. Documents are sorted and read anew with the next indexing.</source>
      <translation>Erledigt. Die Dokumente werden beim nächsten Einlesen neu einsortiert und gelesen.</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_footer.py" />
      <source>Export</source>
      <translation>Exportieren</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_dialog.py" />
      <source>Export the schema</source>
      <translation>Das Schema exportieren</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_dialog.py" />
      <source>Fields</source>
      <translation>Felder</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_dialog.py" />
      <source>Fields, or which documents</source>
      <translation>Felder, oder welche Dokumente</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_lists.py" />
      <source>Further down (Alt+Down)</source>
      <translation>Weiter nach unten (Alt+Ab)</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_lists.py" />
      <source>Further up (Alt+Up)</source>
      <translation>Weiter nach oben (Alt+Auf)</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_dialog.py" />
      <source>Import a schema</source>
      <translation>Ein Schema importieren</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_lists.py" />
      <source>Import…</source>
      <translation>Importieren …</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_dialog.py" />
      <source>New bucket</source>
      <translation>Neues Fach</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_lists.py" />
      <source>New bucket…</source>
      <translation>Neues Fach …</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_dialog.py" />
      <source>Not saved yet.</source>
      <translation>Noch nicht gespeichert.</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_dialog.py" />
      <source>Once saved, documents are read anew with the next indexing.</source>
      <translation>Nach dem Speichern werden die Dokumente beim nächsten Einlesen neu gelesen.</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_dialog.py" />
      <source>Read from {name}; not saved yet.</source>
      <translation>Aus {name} gelesen; noch nicht gespeichert.</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_footer.py" />
      <source>Read now</source>
      <translation>Jetzt lesen</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_lists.py" />
      <source>Remove the field</source>
      <translation>Das Feld entfernen</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_footer.py" />
      <source>Save</source>
      <translation>Speichern</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_dialog.py" />
      <source>Saved as {name}.</source>
      <translation>Gespeichert als {name}.</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_dialog.py" />
      <source>Saved.</source>
      <translation>Gespeichert.</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_dialog.py" />
      <source>Saved. Documents are read anew with the next indexing.</source>
      <translation>Gespeichert. Die Dokumente werden beim nächsten Einlesen neu gelesen.</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_dialog.py" />
      <source>Schemas (*.toml *.json)</source>
      <translation>Schemas (*.toml *.json)</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_dialog.py" />
      <source>The documents are being read anew; the table fills as they are.</source>
      <translation>Die Dokumente werden neu gelesen; die Tabelle füllt sich dabei.</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_footer.py" />
      <source>Undo changes</source>
      <translation>Änderungen verwerfen</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_dialog.py" />
      <source>What do you call these documents? For example: Delivery notes</source>
      <translation>Wie nennen Sie diese Dokumente? Zum Beispiel: Lieferscheine</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_dialog.py" />
      <source>Which documents</source>
      <translation>Welche Dokumente</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_dialog.py" />
      <source>{n:,} documents</source>
      <translation>{n:,} Dokumente</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_dialog.py" />
      <source>{name} – not saved</source>
      <translation>{name} – nicht gespeichert</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/schema_dialog.py" />
      <source>{name} – yours</source>
      <translation>{name} – von Ihnen</translation>
    </message>
  </context>
  <context>
    <name>Scope</name>
    <message>
      <location filename="../../desktop/workspaces/scope_words.py" />
      <source>1 checked document</source>
      <translation>1 angekreuztes Dokument</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/scope_words.py" />
      <source>All documents</source>
      <translation>Alle Dokumente</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/scope_words.py" />
      <source>All documents: 1</source>
      <translation>Alle Dokumente: 1</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/scope_words.py" />
      <source>All {n} documents</source>
      <translation>Alle {n} Dokumente</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/scope_words.py" />
      <source>Documents of your whole library are shown.</source>
      <translation>Gezeigt werden Dokumente der ganzen Bibliothek.</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/scope_words.py" />
      <source>Everything in your library is searched.</source>
      <translation>Alles in Ihrer Bibliothek wird durchsucht.</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/scope_words.py" />
      <source>Only documents in the workspace “{name}” are shown.</source>
      <translation>Gezeigt werden nur Dokumente im Arbeitsbereich „{name}“.</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/scope_words.py" />
      <source>Only the document in the workspace “{name}” is searched.</source>
      <translation>Nur das Dokument im Arbeitsbereich „{name}“ wird durchsucht.</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/scope_words.py" />
      <source>Only the document you checked is searched.</source>
      <translation>Nur das angekreuzte Dokument wird durchsucht.</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/scope_words.py" />
      <source>Only the document you checked is shown.</source>
      <translation>Gezeigt wird nur das angekreuzte Dokument.</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/scope_words.py" />
      <source>Only the {n} documents in the workspace “{name}” are searched.</source>
      <translation>Nur die {n} Dokumente im Arbeitsbereich „{name}“ werden durchsucht.</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/scope_words.py" />
      <source>Only the {n} documents you checked are searched.</source>
      <translation>Nur die {n} angekreuzten Dokumente werden durchsucht.</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/scope_words.py" />
      <source>Only the {n} documents you checked are shown.</source>
      <translation>Gezeigt werden nur die {n} angekreuzten Dokumente.</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/scope_words.py" />
      <source>Workspace {name}: 1 document</source>
      <translation>Arbeitsbereich {name}: 1 Dokument</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/scope_words.py" />
      <source>Workspace {name}: {n}</source>
      <translation>Arbeitsbereich {name}: {n}</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/scope_words.py" />
      <source>Workspace {name}: {n} documents</source>
      <translation>Arbeitsbereich {name}: {n} Dokumente</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/scope_words.py" />
      <source>{documents} of the workspace {name}</source>
      <translation>{documents} des Arbeitsbereichs {name}</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/scope_words.py" />
      <source>{n} checked documents</source>
      <translation>{n} angekreuzte Dokumente</translation>
    </message>
  </context>
  <context>
    <name>ScopeButton</name>
    <message>
      <location filename="../../desktop/workspaces/scope_button.py" />
      <source>Check documents in the library…</source>
      <translation>Dokumente in der Bibliothek ankreuzen …</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/scope_button.py" />
      <source>What is searched: {scope}</source>
      <translation>Was durchsucht wird: {scope}</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/scope_button.py" />
      <source>What is shown: {scope}</source>
      <translation>Gezeigt wird: {scope}</translation>
    </message>
  </context>
  <context>
    <name>Settings</name>
    <message>
      <location filename="../../desktop/settings/settings_dialog.py" />
      <source>1 document</source>
      <translation>1 Dokument</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_dialog.py" />
      <source>Answers</source>
      <translation>Antworten</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_dialog.py" />
      <source>Archives (*.zip)</source>
      <translation>Archive (*.zip)</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_dialog.py" />
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_dialog.py" />
      <source>Data and copies</source>
      <translation>Daten und Kopien</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_dialog.py" />
      <source>Models</source>
      <translation>Modelle</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_dialog.py" />
      <source>Pages of the settings</source>
      <translation>Seiten der Einstellungen</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_dialog.py" />
      <source>Privacy</source>
      <translation>Datenschutz</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_dialog.py" />
      <source>Save a diagnostics file</source>
      <translation>Eine Diagnosedatei speichern</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_dialog.py" />
      <source>Settings</source>
      <translation>Einstellungen</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_dialog.py" />
      <source>This computer</source>
      <translation>Dieser Computer</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_dialog.py" />
      <source>{n} documents</source>
      <translation>{n} Dokumente</translation>
    </message>
  </context>
  <context>
    <name>SettingsController</name>
    <message>
      <location filename="../../desktop/settings/settings_control.py" />
      <source>1 model is in the list and stays where it lies.</source>
      <translation>1 Modell steht in der Liste und bleibt, wo es liegt.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_control.py" />
      <source>Beginning …</source>
      <translation>Wird begonnen …</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_control.py" />
      <source>Checking every byte</source>
      <translation>Jedes Byte wird geprüft</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_control.py" />
      <source>Fetching</source>
      <translation>Wird geladen</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_control.py" />
      <source>Looking for it in the folders of other programs</source>
      <translation>Wird in den Ordnern anderer Programme gesucht</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_control.py" />
      <source>Making it fast on this computer</source>
      <translation>Wird für diesen Computer beschleunigt</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_control.py" />
      <source>Saved as {path}</source>
      <translation>Gespeichert als {path}</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_control.py" />
      <source>Stopped.</source>
      <translation>Angehalten.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_control.py" />
      <source>Stopped. What was fetched is kept; fetching again goes on from there.</source>
      <translation>Angehalten. Was geladen wurde, bleibt erhalten; beim nächsten Mal geht es dort weiter.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_control.py" />
      <source>This is the newest version, {mine}.</source>
      <translation>Dies ist die neueste Version, {mine}.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_control.py" />
      <source>Version {newest} is there; this is {mine}. Install it as you installed this one; your data stays.</source>
      <translation>Version {newest} ist da; dies ist {mine}. Installieren Sie sie, wie Sie diese installiert haben; Ihre Daten bleiben.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_control.py" />
      <source>{model} answered after {seconds} s.</source>
      <translation>{model} hat nach {seconds} s geantwortet.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_control.py" />
      <source>{n} models are in the list and stay where they lie.</source>
      <translation>{n} Modelle stehen in der Liste und bleiben, wo sie liegen.</translation>
    </message>
    <message>
      <location filename="../../desktop/settings/settings_control.py" />
      <source>{what}: {done} of {all}</source>
      <translation>{what}: {done} von {all}</translation>
    </message>
  </context>
  <context>
    <name>SheetModel</name>
    <message>
      <location filename="../../desktop/viewer/sheet.py" />
      <source>{address}: {text}</source>
      <translation>{address}: {text}</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/sheet.py" />
      <source>{cell}, cited</source>
      <translation>{cell}, zitiert</translation>
    </message>
  </context>
  <context>
    <name>SourceBar</name>
    <message>
      <location filename="../../desktop/viewer/source_bar.py" />
      <source>Enter password…</source>
      <translation>Passwort eingeben …</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/source_bar.py" />
      <source>Locate the file…</source>
      <translation>Datei suchen …</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/source_bar.py" />
      <source>Read it again</source>
      <translation>Neu lesen</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/source_bar.py" />
      <source>Show the file as it is now</source>
      <translation>Die Datei zeigen, wie sie jetzt ist</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/source_bar.py" />
      <source>Show the text that was read</source>
      <translation>Den gelesenen Text zeigen</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/source_bar.py" />
      <source>This is its text as it was read.</source>
      <translation>Dies ist ihr Text, wie er gelesen wurde.</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/source_bar.py" />
      <source>This is the file as it is now. It has changed since it was read, so nothing is marked.</source>
      <translation>Dies ist die Datei, wie sie jetzt ist. Sie hat sich geändert, seit sie gelesen wurde; deshalb ist nichts markiert.</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/source_bar.py" />
      <source>Try again</source>
      <translation>Noch einmal versuchen</translation>
    </message>
  </context>
  <context>
    <name>SourcesModel</name>
    <message>
      <location filename="../../desktop/conversation/source_rows.py" />
      <source>Open {file}, {place}</source>
      <translation>{file} öffnen, {place}</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/source_rows.py" />
      <source>Source {number}: {file}, {place}: {quote}</source>
      <translation>Quelle {number}: {file}, {place}: {quote}</translation>
    </message>
  </context>
  <context>
    <name>SourcesPanel</name>
    <message>
      <location filename="../../desktop/conversation/sources_panel.py" />
      <source>1 place in your documents</source>
      <translation>1 Stelle in Ihren Dokumenten</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/sources_panel.py" />
      <source>Sources</source>
      <translation>Quellen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/sources_panel.py" />
      <source>The places an answer rests on appear here.</source>
      <translation>Hier erscheinen die Stellen, auf denen eine Antwort beruht.</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/sources_panel.py" />
      <source>{n} places in your documents</source>
      <translation>{n} Stellen in Ihren Dokumenten</translation>
    </message>
  </context>
  <context>
    <name>Status</name>
    <message>
      <location filename="../../desktop/shared/markup.py" />
      <source>Quoted: these words stand in your documents</source>
      <translation>Zitiert: Diese Worte stehen in Ihren Dokumenten</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/markup.py" />
      <source>Supported by your documents</source>
      <translation>Von Ihren Dokumenten belegt</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/markup.py" />
      <source>This sentence has no support in your documents</source>
      <translation>Dieser Satz ist durch Ihre Dokumente nicht belegt</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/markup.py" />
      <source>Weak: your documents support this only in part</source>
      <translation>Schwach: Ihre Dokumente belegen dies nur zum Teil</translation>
    </message>
  </context>
  <context>
    <name>StyleButton</name>
    <message>
      <location filename="../../desktop/shared/style_button.py" />
      <source>Answers: {style}</source>
      <translation>Antworten: {style}</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/style_button.py" />
      <source>As a list</source>
      <translation>Als Liste</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/style_button.py" />
      <source>Concise</source>
      <translation>Knapp</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/style_button.py" />
      <source>Detailed</source>
      <translation>Ausführlich</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/style_button.py" />
      <source>How answers in chat are worded</source>
      <translation>Wie Antworten im Chat formuliert werden</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/style_button.py" />
      <source>Usual length</source>
      <translation>Übliche Länge</translation>
    </message>
  </context>
  <context>
    <name>Suggestions</name>
    <message>
      <location filename="../../desktop/guide/suggestions.py" />
      <source>Your documents answer, among others:</source>
      <translation>Ihre Dokumente beantworten zum Beispiel:</translation>
    </message>
  </context>
  <context>
    <name>TablePage</name>
    <message>
      <location filename="../../desktop/tables/table_page.py" />
      <source>1 document</source>
      <translation>1 Dokument</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_page.py" />
      <source>1 document is in this bucket, but not among those that are shown now.</source>
      <translation>1 Dokument ist in diesem Fach, aber nicht unter denen, die gerade gezeigt werden.</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_page.py" />
      <source>Back to the conversation (Ctrl+T)</source>
      <translation>Zurück zum Gespräch (Strg+T)</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_page.py" />
      <source>Bucket</source>
      <translation>Fach</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_page.py" />
      <source>Buckets and what is read of their documents</source>
      <translation>Fächer, und was aus ihren Dokumenten gelesen wird</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_page.py" />
      <source>Chart</source>
      <translation>Diagramm</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_page.py" />
      <source>Copy	Ctrl+C</source>
      <translation>Kopieren	Strg+C</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_page.py" />
      <source>Correct…	F2</source>
      <translation>Korrigieren …	F2</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_page.py" />
      <source>Edit fields…</source>
      <translation>Felder …</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_page.py" />
      <source>Export</source>
      <translation>Export</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_page.py" />
      <source>Forget my correction</source>
      <translation>Meine Korrektur vergessen</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_page.py" />
      <source>Move to bucket</source>
      <translation>In ein Fach verschieben</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_page.py" />
      <source>Move {n} documents to bucket</source>
      <translation>{n} Dokumente in ein Fach verschieben</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_page.py" />
      <source>No document is in this bucket yet. Documents are sorted into buckets when they have been read; you can also move them here from another bucket.</source>
      <translation>In diesem Fach ist noch kein Dokument. Dokumente werden einsortiert, wenn sie gelesen sind; Sie können sie auch aus einem anderen Fach hierher verschieben.</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_page.py" />
      <source>No document meets all conditions.</source>
      <translation>Kein Dokument erfüllt alle Bedingungen.</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_page.py" />
      <source>Only documents with {value}</source>
      <translation>Nur Dokumente mit {value}</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_page.py" />
      <source>Only documents without {field}</source>
      <translation>Nur Dokumente ohne {field}</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_page.py" />
      <source>Open document</source>
      <translation>Dokument öffnen</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_page.py" />
      <source>Show on page	Enter</source>
      <translation>Auf der Seite zeigen	Eingabe</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_page.py" />
      <source>Sort downwards</source>
      <translation>Absteigend sortieren</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_page.py" />
      <source>Sort upwards</source>
      <translation>Aufsteigend sortieren</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_page.py" />
      <source>Spreadsheet (XLSX)…</source>
      <translation>Tabellenkalkulation (XLSX) …</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_page.py" />
      <source>Stop</source>
      <translation>Anhalten</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_page.py" />
      <source>Table</source>
      <translation>Tabelle</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_page.py" />
      <source>Text with commas (CSV)…</source>
      <translation>Text mit Kommas (CSV) …</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_page.py" />
      <source>Which kind of documents is shown</source>
      <translation>Welche Art von Dokumenten gezeigt wird</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_page.py" />
      <source>{n:,} documents</source>
      <translation>{n:,} Dokumente</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_page.py" />
      <source>{n:,} of {of:,} documents</source>
      <translation>{n:,} von {of:,} Dokumenten</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_page.py" />
      <source>{n:,} rows were never in sight and have not been copied; an export has all.</source>
      <translation>{n:,} Zeilen waren nie zu sehen und wurden nicht kopiert; ein Export enthält alle.</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_page.py" />
      <source>{n} documents are in this bucket, but not among those that are shown now.</source>
      <translation>{n} Dokumente sind in diesem Fach, aber nicht unter denen, die gerade gezeigt werden.</translation>
    </message>
  </context>
  <context>
    <name>TablesController</name>
    <message>
      <location filename="../../desktop/tables/table_control.py" />
      <source>1 document moved to {bucket}.</source>
      <translation>1 Dokument nach {bucket} verschoben.</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_control.py" />
      <source>Its fields are read now, and documents like it will follow.</source>
      <translation>Seine Felder werden jetzt gelesen; ähnliche Dokumente folgen.</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_control.py" />
      <source>Kept. {field} will not be overwritten.</source>
      <translation>Behalten. {field} wird nicht überschrieben.</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_control.py" />
      <source>Your correction is forgotten; the document is read anew.</source>
      <translation>Ihre Korrektur ist vergessen; das Dokument wird neu gelesen.</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_control.py" />
      <source>{n} moved to {bucket}.</source>
      <translation>{n} nach {bucket} verschoben.</translation>
    </message>
  </context>
  <context>
    <name>TablesDesk</name>
    <message>
      <location filename="../../desktop/tables/tables_desk.py" />
      <source>1 row saved as {name}</source>
      <translation>1 Zeile als {name} gespeichert</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/tables_desk.py" />
      <source>Export this table</source>
      <translation>Diese Tabelle exportieren</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/tables_desk.py" />
      <source>Reading is paused: this is done when you resume it.</source>
      <translation>Das Einlesen ist pausiert: Dies geschieht, wenn Sie es fortsetzen.</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/tables_desk.py" />
      <source>Spreadsheet (*.xlsx)</source>
      <translation>Tabellenkalkulation (*.xlsx)</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/tables_desk.py" />
      <source>Stopped; nothing was saved.</source>
      <translation>Angehalten; nichts wurde gespeichert.</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/tables_desk.py" />
      <source>Text with commas (*.csv)</source>
      <translation>Text mit Kommas (*.csv)</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/tables_desk.py" />
      <source>Writing {name} …</source>
      <translation>{name} wird geschrieben …</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/tables_desk.py" />
      <source>{n:,} rows saved as {name}</source>
      <translation>{n:,} Zeilen als {name} gespeichert</translation>
    </message>
  </context>
  <context>
    <name>ThumbnailsModel</name>
    <message>
      <location filename="../../desktop/viewer/thumbnails.py" />
      <source>Page {n}</source>
      <translation>Seite {n}</translation>
    </message>
  </context>
  <context>
    <name>TotalsModel</name>
    <message>
      <location filename="../../desktop/tables/totals.py" />
      <source>1 document</source>
      <translation>1 Dokument</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/totals.py" />
      <source>1 document has no value</source>
      <translation>1 Dokument hat keinen Wert</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/totals.py" />
      <source>1 value</source>
      <translation>1 Wert</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/totals.py" />
      <source>{n:,} different</source>
      <translation>{n:,} verschiedene</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/totals.py" />
      <source>{n:,} documents</source>
      <translation>{n:,} Dokumente</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/totals.py" />
      <source>{n} documents have no value</source>
      <translation>{n} Dokumente haben keinen Wert</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/totals.py" />
      <source>{n} more</source>
      <translation>{n} weitere</translation>
    </message>
  </context>
  <context>
    <name>TotalsView</name>
    <message>
      <location filename="../../desktop/tables/bucket_view.py" />
      <source>Totals</source>
      <translation>Summen</translation>
    </message>
  </context>
  <context>
    <name>Trace</name>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>(added)</source>
      <translation>(hinzugekommen)</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>1 section</source>
      <translation>1 Abschnitt</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>1 source</source>
      <translation>1 Quelle</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Added up</source>
      <translation>Die Summe gebildet</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Another prompt came in between; this one is read anew.</source>
      <translation>Ein anderer Prompt kam dazwischen; dieser wird neu gelesen.</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Asked the model again</source>
      <translation>Das Modell noch einmal gefragt</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Checked the report</source>
      <translation>Den Bericht geprüft</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Checking the answer against its sources …</source>
      <translation>Die Antwort wird mit den Quellen verglichen …</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Compared it with its sources</source>
      <translation>Mit den Quellen verglichen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Compared names</source>
      <translation>Namen verglichen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Compose the answer</source>
      <translation>Die Antwort verfassen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Composing the answer</source>
      <translation>Die Antwort wird verfasst</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Counted documents</source>
      <translation>Dokumente gezählt</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Did not follow a reference</source>
      <translation>Einem Verweis nicht gefolgt</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Evidence left the prompt; what follows it is read anew.</source>
      <translation>Belege fielen aus dem Prompt; was danach kommt, wird neu gelesen.</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Finished the report</source>
      <translation>Den Bericht fertiggestellt</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Followed a reference</source>
      <translation>Einem Verweis gefolgt</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Following the plan …</source>
      <translation>Der Plan wird ausgeführt …</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Found what most likely answers</source>
      <translation>Gefunden, was am ehesten antwortet</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Gathered passages</source>
      <translation>Textstellen gesammelt</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Grouped documents</source>
      <translation>Dokumente gruppiert</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Hardly covered: {gaps}</source>
      <translation>Kaum abgedeckt: {gaps}</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Judged the report</source>
      <translation>Den Bericht bewertet</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Kept a passage</source>
      <translation>Eine Textstelle behalten</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Left out the oldest passages (no room)</source>
      <translation>Die ältesten Textstellen weggelassen (kein Platz)</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Listed documents</source>
      <translation>Dokumente gelistet</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Looked at the question</source>
      <translation>Die Frage angesehen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Looked for the greatest</source>
      <translation>Den größten Wert gesucht</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Looked for the least</source>
      <translation>Den kleinsten Wert gesucht</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Looked what the question leaves open</source>
      <translation>Nach offenen Punkten der Frage gesehen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Looked whether that is enough</source>
      <translation>Geprüft, ob das genügt</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Looking at the question …</source>
      <translation>Die Frage wird angesehen …</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Made a plan</source>
      <translation>Einen Plan gemacht</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Model: {did}</source>
      <translation>Modell: {did}</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Note</source>
      <translation>Hinweis</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Open</source>
      <translation>Öffne</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Opened a passage</source>
      <translation>Eine Textstelle geöffnet</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Planned the answer</source>
      <translation>Die Antwort geplant</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Planning …</source>
      <translation>Es wird geplant …</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Put the answer together</source>
      <translation>Die Antwort zusammengesetzt</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Read these conditions</source>
      <translation>Diese Bedingungen gelesen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Read what the question demands</source>
      <translation>Gelesen, was die Frage verlangt</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Read {read} tokens, {new} of them new; wrote {wrote}</source>
      <translation>{read} Token gelesen, davon {new} neu; {wrote} geschrieben</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Reading a passage …</source>
      <translation>Eine Textstelle wird gelesen …</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Round {round}: {found} passages, {new} of them new; coverage {coverage}, overlap {overlap}</source>
      <translation>Runde {round}: {found} Textstellen, {new} davon neu; Abdeckung {coverage}, Überschneidung {overlap}</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Search for</source>
      <translation>Suche nach</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Searched by meaning</source>
      <translation>Nach Bedeutung gesucht</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Searched for these words</source>
      <translation>Nach diesen Wörtern gesucht</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Searched your documents</source>
      <translation>Ihre Dokumente durchsucht</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Searching and reading</source>
      <translation>Suchen und Lesen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Searching your documents …</source>
      <translation>Ihre Dokumente werden durchsucht …</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>The beginning of the prompt has changed; it is read anew.</source>
      <translation>Der Anfang des Prompts hat sich geändert; er wird neu gelesen.</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>The check found gaps</source>
      <translation>Die Prüfung fand Lücken</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>The check was passed</source>
      <translation>Die Prüfung wurde bestanden</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Thinking …</source>
      <translation>Das Modell überlegt …</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Took the average</source>
      <translation>Den Durchschnitt gebildet</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Took the question apart</source>
      <translation>Die Frage zerlegt</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Took the request for</source>
      <translation>Die Anfrage so aufgefasst</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Traced the sources</source>
      <translation>Die Quellen zurückverfolgt</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Understood the question as</source>
      <translation>Die Frage so verstanden</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Went on without a part</source>
      <translation>Ohne einen Teil weitergemacht</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Worked on a task</source>
      <translation>Eine Aufgabe bearbeitet</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Writing a draft</source>
      <translation>Ein Entwurf wird geschrieben</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Wrote a draft</source>
      <translation>Einen Entwurf geschrieben</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Wrote a draft that was not taken</source>
      <translation>Entwurf verworfen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Wrote a section</source>
      <translation>Einen Abschnitt geschrieben</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Wrote the answer</source>
      <translation>Die Antwort geschrieben</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>Wrote the list of tasks</source>
      <translation>Die Aufgabenliste geschrieben</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>a comparison</source>
      <translation>ein Vergleich</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>a list of everything of one sort</source>
      <translation>eine Liste von allem einer Art</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>a question about many documents</source>
      <translation>eine Frage über viele Dokumente</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>a question for a fact</source>
      <translation>eine Frage nach einer Tatsache</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>a question for a figure</source>
      <translation>eine Frage nach einer Zahl</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>a question for yes or no</source>
      <translation>eine Frage nach Ja oder Nein</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>a summary</source>
      <translation>eine Zusammenfassung</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>a text to draft</source>
      <translation>ein Text, der zu entwerfen ist</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>an explanation</source>
      <translation>eine Erklärung</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>ask back</source>
      <translation>rückfragen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>bucket</source>
      <translation>Fach</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>chose the next step</source>
      <translation>hat den nächsten Schritt gewählt</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>chose what to compute</source>
      <translation>hat gewählt, was zu berechnen ist</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>chunk</source>
      <translation>Chunk</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>document</source>
      <translation>Dokument</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>documents</source>
      <translation>Dokumente</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>enough</source>
      <translation>genug</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>field</source>
      <translation>Feld</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>filter</source>
      <translation>Filter</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>go on</source>
      <translation>weiter</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>imagined what is looked for</source>
      <translation>sich vorgestellt, was gesucht wird</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>judged the report</source>
      <translation>hat den Bericht bewertet</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>kept for want of better</source>
      <translation>mangels Besserem behalten</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>looked for further tasks</source>
      <translation>hat nach weiteren Aufgaben gesucht</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>looked for references</source>
      <translation>hat nach Verweisen gesucht</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>named by [{number}]</source>
      <translation>genannt von [{number}]</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>named what is looked for</source>
      <translation>hat benannt, was gesucht wird</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>named what the question is about</source>
      <translation>hat benannt, worum es geht</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>none: all documents count</source>
      <translation>keine: alle Dokumente zählen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>put the question into the language of the documents</source>
      <translation>hat die Frage in die Sprache der Dokumente übersetzt</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>put the question without the story around it</source>
      <translation>hat die Frage ohne die Geschichte darum herum gestellt</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>read what the question demands</source>
      <translation>hat die Vorgaben der Frage gelesen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>read your question</source>
      <translation>hat Ihre Frage gelesen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>read your reply</source>
      <translation>hat Ihre Antwort gelesen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>relevance {figure}</source>
      <translation>Relevanz {figure}</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>result</source>
      <translation>Treffer</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>said what one item of the list is</source>
      <translation>gesagt, was ein Punkt der Liste ist</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>searched for</source>
      <translation>gesucht</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>steps in their order</source>
      <translation>Schritte in ihrer Reihenfolge</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>thought of questions to you</source>
      <translation>hat sich Rückfragen überlegt</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>thought of searches</source>
      <translation>hat sich Suchen überlegt</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>told apart what you ask</source>
      <translation>unterschied, was Sie fragen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>what a document is</source>
      <translation>was ein Dokument ist</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>where something is said</source>
      <translation>wo etwas steht</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>worded the question anew</source>
      <translation>hat die Frage neu formuliert</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>worded the search otherwise</source>
      <translation>hat die Suche anders formuliert</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>wrote about a task</source>
      <translation>hat zu einer Aufgabe geschrieben</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>wrote the answer</source>
      <translation>hat die Antwort geschrieben</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>wrote the list of tasks</source>
      <translation>hat die Aufgabenliste geschrieben</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>wrote the plan</source>
      <translation>hat den Plan geschrieben</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>{n} sections</source>
      <translation>{n} Abschnitte</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>{n} sources</source>
      <translation>{n} Quellen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>{total} of 500: accepted</source>
      <translation>{total} von 500: angenommen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>{total} of 500: kept as it is</source>
      <translation>{total} von 500: so belassen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_words.py" />
      <source>{total} of 500: written once more</source>
      <translation>{total} von 500: noch einmal geschrieben</translation>
    </message>
  </context>
  <context>
    <name>TraceModel</name>
    <message>
      <location filename="../../desktop/conversation/trace_rows.py" />
      <source>done</source>
      <translation>erledigt</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_rows.py" />
      <source>failed</source>
      <translation>fehlgeschlagen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_rows.py" />
      <source>note</source>
      <translation>Hinweis</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_rows.py" />
      <source>running</source>
      <translation>läuft</translation>
    </message>
  </context>
  <context>
    <name>TracePanel</name>
    <message>
      <location filename="../../desktop/conversation/trace_panel.py" />
      <source>All about the chosen step</source>
      <translation>Alles über den gewählten Schritt</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_panel.py" />
      <source>End the replay</source>
      <translation>Abspielen beenden</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_panel.py" />
      <source>Export…</source>
      <translation>Exportieren …</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_panel.py" />
      <source>Replay</source>
      <translation>Abspielen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_panel.py" />
      <source>Save this run with all its steps as JSON</source>
      <translation>Diesen Ablauf mit allen Schritten als JSON speichern</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_panel.py" />
      <source>Show all</source>
      <translation>Alles zeigen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_panel.py" />
      <source>Steps</source>
      <translation>Schritte</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_panel.py" />
      <source>The steps behind an answer appear here.</source>
      <translation>Hier erscheinen die Schritte hinter einer Antwort.</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_panel.py" />
      <source>Watch the steps again as they came</source>
      <translation>Die Schritte noch einmal sehen, wie sie kamen</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_panel.py" />
      <source>read {n} tokens ({new} new)</source>
      <translation>{n} Token gelesen ({new} neu)</translation>
    </message>
    <message>
      <location filename="../../desktop/conversation/trace_panel.py" />
      <source>wrote {n}</source>
      <translation>{n} geschrieben</translation>
    </message>
  </context>
  <context>
    <name>UndoBar</name>
    <message>
      <location filename="../../desktop/shared/undo_bar.py" />
      <source>Undo</source>
      <translation>Rückgängig</translation>
    </message>
    <message>
      <location filename="../../desktop/shared/undo_bar.py" />
      <source>Undo: {what}</source>
      <translation>Rückgängig: {what}</translation>
    </message>
  </context>
  <context>
    <name>UpgradeWatch</name>
    <message>
      <location filename="../../desktop/start/upgrade_watch.py" />
      <source>DocuChat was updated. Close this window and open it again.</source>
      <translation>DocuChat wurde aktualisiert. Bitte schließen Sie dieses Fenster und öffnen Sie es neu.</translation>
    </message>
  </context>
  <context>
    <name>UpkeepDialog</name>
    <message>
      <location filename="../../desktop/start/upkeep.py" />
      <source>1 document</source>
      <translation>1 Dokument</translation>
    </message>
    <message>
      <location filename="../../desktop/start/upkeep.py" />
      <source>1 document had lost pages and is read again.</source>
      <translation>1 Dokument fehlten Seiten; es wird neu gelesen.</translation>
    </message>
    <message>
      <location filename="../../desktop/start/upkeep.py" />
      <source>1 document saved</source>
      <translation>1 Dokument gerettet</translation>
    </message>
    <message>
      <location filename="../../desktop/start/upkeep.py" />
      <source>Every file is read back and compared. Stop leaves everything as it was.</source>
      <translation>Jede Datei wird zurückgelesen und verglichen. „Anhalten“ lässt alles, wie es war.</translation>
    </message>
    <message>
      <location filename="../../desktop/start/upkeep.py" />
      <source>Left as they are: {names}.</source>
      <translation>Gelassen, wie sie sind: {names}.</translation>
    </message>
    <message>
      <location filename="../../desktop/start/upkeep.py" />
      <source>Moving your data to {folder} …</source>
      <translation>Ihre Daten werden nach {folder} verschoben …</translation>
    </message>
    <message>
      <location filename="../../desktop/start/upkeep.py" />
      <source>Not everything could be read of the damaged one.</source>
      <translation>Nicht alles in der beschädigten war noch lesbar.</translation>
    </message>
    <message>
      <location filename="../../desktop/start/upkeep.py" />
      <source>Putting the copy in the place of the library …</source>
      <translation>Die Kopie wird an die Stelle der Bibliothek gelegt …</translation>
    </message>
    <message>
      <location filename="../../desktop/start/upkeep.py" />
      <source>Saving what can be read of the library …</source>
      <translation>Was von der Bibliothek lesbar ist, wird gerettet …</translation>
    </message>
    <message>
      <location filename="../../desktop/start/upkeep.py" />
      <source>Stop</source>
      <translation>Anhalten</translation>
    </message>
    <message>
      <location filename="../../desktop/start/upkeep.py" />
      <source>Stopped. Everything is as it was.</source>
      <translation>Angehalten. Alles ist, wie es war.</translation>
    </message>
    <message>
      <location filename="../../desktop/start/upkeep.py" />
      <source>Stopping …</source>
      <translation>Wird angehalten …</translation>
    </message>
    <message>
      <location filename="../../desktop/start/upkeep.py" />
      <source>The copy of {when} was put back: {documents}.</source>
      <translation>Die Kopie vom {when} wurde zurückgelegt: {documents}.</translation>
    </message>
    <message>
      <location filename="../../desktop/start/upkeep.py" />
      <source>The damaged library is kept. Stop leaves everything as it was.</source>
      <translation>Die beschädigte Bibliothek wird aufgehoben. „Anhalten“ lässt alles, wie es war.</translation>
    </message>
    <message>
      <location filename="../../desktop/start/upkeep.py" />
      <source>The damaged library is kept: {path}</source>
      <translation>Die beschädigte Bibliothek liegt hier: {path}</translation>
    </message>
    <message>
      <location filename="../../desktop/start/upkeep.py" />
      <source>The earlier library is kept: {path}</source>
      <translation>Die frühere Bibliothek ist aufgehoben: {path}</translation>
    </message>
    <message>
      <location filename="../../desktop/start/upkeep.py" />
      <source>The library was repaired: {documents}.</source>
      <translation>Die Bibliothek ist repariert: {documents}.</translation>
    </message>
    <message>
      <location filename="../../desktop/start/upkeep.py" />
      <source>The present library is kept. Stop leaves everything as it was.</source>
      <translation>Die jetzige Bibliothek wird aufgehoben. „Anhalten“ lässt alles, wie es war.</translation>
    </message>
    <message>
      <location filename="../../desktop/start/upkeep.py" />
      <source>Your data lies in {folder} now.</source>
      <translation>Ihre Daten liegen jetzt in {folder}.</translation>
    </message>
    <message>
      <location filename="../../desktop/start/upkeep.py" />
      <source>{n} documents</source>
      <translation>{n} Dokumente</translation>
    </message>
    <message>
      <location filename="../../desktop/start/upkeep.py" />
      <source>{n} documents had lost pages and are read again.</source>
      <translation>{n} Dokumenten fehlten Seiten; sie werden neu gelesen.</translation>
    </message>
    <message>
      <location filename="../../desktop/start/upkeep.py" />
      <source>{n} documents saved</source>
      <translation>{n} Dokumente gerettet</translation>
    </message>
  </context>
  <context>
    <name>ValueDelegate</name>
    <message>
      <location filename="../../desktop/tables/table_delegate.py" />
      <source>Leave it empty if the document has none</source>
      <translation>Leer lassen, wenn das Dokument keinen Wert hat</translation>
    </message>
    <message>
      <location filename="../../desktop/tables/table_delegate.py" />
      <source>none</source>
      <translation>keiner</translation>
    </message>
  </context>
  <context>
    <name>ViewerController</name>
    <message>
      <location filename="../../desktop/viewer/viewer_control.py" />
      <source>The text of this page has not been read.</source>
      <translation>Der Text dieser Seite wurde nicht gelesen.</translation>
    </message>
  </context>
  <context>
    <name>ViewerDesk</name>
    <message>
      <location filename="../../desktop/viewer/viewer_desk.py" />
      <source>&amp;Copy the selected text</source>
      <translation>Ausgewählten Text &amp;kopieren</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/viewer_desk.py" />
      <source>&amp;Find in document…</source>
      <translation>Im Dokument &amp;suchen …</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/viewer_desk.py" />
      <source>&amp;Go to page…</source>
      <translation>&amp;Gehe zu Seite …</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/viewer_desk.py" />
      <source>&amp;Outline and pages</source>
      <translation>Gliederung und Sei&amp;ten</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/viewer_desk.py" />
      <source>&amp;Print…</source>
      <translation>&amp;Drucken …</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/viewer_desk.py" />
      <source>A&amp;sk about the selected text</source>
      <translation>Nach ausgewähltem Text &amp;fragen</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/viewer_desk.py" />
      <source>Cancel</source>
      <translation>Abbrechen</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/viewer_desk.py" />
      <source>Find &amp;next</source>
      <translation>&amp;Weitersuchen</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/viewer_desk.py" />
      <source>Find pre&amp;vious</source>
      <translation>&amp;Rückwärts suchen</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/viewer_desk.py" />
      <source>Fit the &amp;width</source>
      <translation>An die &amp;Breite anpassen</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/viewer_desk.py" />
      <source>Fit the p&amp;age</source>
      <translation>G&amp;anze Seite</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/viewer_desk.py" />
      <source>No program of this computer could open {path}.</source>
      <translation>Kein Programm dieses Computers konnte {path} öffnen.</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/viewer_desk.py" />
      <source>Open in the s&amp;ystem’s viewer</source>
      <translation>Mit anderem &amp;Programm öffnen</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/viewer_desk.py" />
      <source>Printing {file} …</source>
      <translation>{file} wird gedruckt …</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/viewer_desk.py" />
      <source>Rotate &amp;left</source>
      <translation>Nach &amp;links drehen</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/viewer_desk.py" />
      <source>Rotate &amp;right</source>
      <translation>Nach re&amp;chts drehen</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/viewer_desk.py" />
      <source>What can be done with this document</source>
      <translation>Was sich mit diesem Dokument tun lässt</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/viewer_desk.py" />
      <source>What does “{words}” mean in {file}?</source>
      <translation>Was bedeutet „{words}“ in {file}?</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/viewer_desk.py" />
      <source>Where is {file} now?</source>
      <translation>Wo ist {file} jetzt?</translation>
    </message>
    <message>
      <location filename="../../desktop/viewer/viewer_desk.py" />
      <source>{file} is not the file that was read; it was added as a document of its own.</source>
      <translation>{file} ist nicht die Datei, die gelesen wurde; sie wurde als eigenes Dokument hinzugefügt.</translation>
    </message>
  </context>
  <context>
    <name>Words</name>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>1 document is read anew</source>
      <translation>1 Dokument wird neu gelesen</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>1 document was searched by its words only; it is still being understood.</source>
      <translation>1 Dokument wurde nur nach seinen Wörtern durchsucht; es wird noch verstanden.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>1 sentence without support</source>
      <translation>1 Satz ohne Beleg</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>1 source</source>
      <translation>1 Quelle</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>1 step</source>
      <translation>1 Schritt</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>A passage that was found reads like an order to the program. It was used as text only; look at the page before you rely on it.</source>
      <translation>Eine gefundene Textstelle liest sich wie ein Befehl an das Programm. Sie wurde nur als Text verwendet; sehen Sie auf der Seite nach, bevor Sie sich darauf verlassen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>A sentence that gives a figure otherwise than its passage was left out.</source>
      <translation>Ein Satz, der eine Zahl anders angibt als seine Textstelle, wurde weggelassen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>A sentence that no passage carries was left out.</source>
      <translation>Ein Satz, den keine Textstelle trägt, wurde weggelassen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>A sentence with facts that no passage has was left out.</source>
      <translation>Ein Satz mit Angaben, die in keiner Textstelle stehen, wurde weggelassen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>A sentence with words that no passage has was left out.</source>
      <translation>Ein Satz mit Wörtern, die in keiner Textstelle stehen, wurde weggelassen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>Add files on the left. A document can be asked about once it has been read.</source>
      <translation>Fügen Sie links Dateien hinzu. Nach einem Dokument kann gefragt werden, sobald es gelesen ist.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>Copied from your documents word for word, not written by a language model:</source>
      <translation>Wort für Wort aus Ihren Dokumenten kopiert, nicht von einem Sprachmodell geschrieben:</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>DocuChat could not answer this.</source>
      <translation>DocuChat konnte dies nicht beantworten.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>High confidence</source>
      <translation>Hohe Zuverlässigkeit</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>It reads like an order to the program, such as “ignore all previous instructions”. Ask for what stands in your documents instead.</source>
      <translation>Sie liest sich wie ein Befehl an das Programm, etwa „Ignoriere alle bisherigen Anweisungen“. Fragen Sie stattdessen nach dem, was in Ihren Dokumenten steht.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>Left out: {names}.</source>
      <translation>Ausgelassen: {names}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>Low confidence</source>
      <translation>Niedrige Zuverlässigkeit</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>Medium confidence</source>
      <translation>Mittlere Zuverlässigkeit</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>No passage was opened: the answer rests on what the search results show of each.</source>
      <translation>Keine Textstelle wurde geöffnet: Die Antwort beruht auf dem, was die Suchergebnisse von jeder zeigen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>Not searched whole: {names}.</source>
      <translation>Nicht ganz durchsucht: {names}.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>Nothing of what the model wrote is carried by your documents; it was set aside.</source>
      <translation>Nichts von dem, was das Modell schrieb, wird von Ihren Dokumenten getragen; es wurde beiseitegelegt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>On battery – 1 document is to be read anew</source>
      <translation>Akkubetrieb – 1 Dokument ist neu zu lesen</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>On battery – 1 document waits</source>
      <translation>Akkubetrieb – 1 Dokument wartet</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>On battery – {n:,} are to be read anew</source>
      <translation>Akkubetrieb – {n:,} Dokumente sind neu zu lesen</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>On battery – {n} documents wait</source>
      <translation>Akkubetrieb – {n} Dokumente warten</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>Paused – 1 document is to be read anew</source>
      <translation>Pausiert – 1 Dokument ist neu zu lesen</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>Paused – 1 document waits</source>
      <translation>Pausiert – 1 Dokument wartet</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>Paused – {n:,} are to be read anew</source>
      <translation>Pausiert – {n:,} Dokumente sind neu zu lesen</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>Paused – {n} documents wait</source>
      <translation>Pausiert – {n} Dokumente warten</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>Quotation marks were taken off words that no passage has exactly like that.</source>
      <translation>Anführungszeichen wurden entfernt, wo keine Textstelle diese Worte genau so hat.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>Reading {now:,} of {total:,} anew</source>
      <translation>Lese {now:,} von {total:,} neu</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>Reading {now} of {total}</source>
      <translation>Lese {now} von {total}</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>Searched by keywords only, because the search by meaning was not available. Passages that say it in other words may be missing.</source>
      <translation>Nur nach Stichwörtern gesucht, weil die Suche nach der Bedeutung nicht verfügbar war. Textstellen, die es mit anderen Worten sagen, können fehlen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>Searched {s} of 1 document</source>
      <translation>{s} von 1 Dokument durchsucht</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>Searched {s} of 1 document.</source>
      <translation>{s} von 1 Dokument durchsucht.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>Searched {s} of {n} documents</source>
      <translation>{s} von {n} Dokumenten durchsucht</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>Searched {s} of {n} documents.</source>
      <translation>{s} von {n} Dokumenten durchsucht.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>Sentences of your documents that have nothing to do with the question were left out.</source>
      <translation>Sätze Ihrer Dokumente, die nichts mit der Frage zu tun haben, wurden weggelassen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>Stopped.</source>
      <translation>Angehalten.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>The documents carry this answer in part, or it takes up a part of the question. Look at its sources.</source>
      <translation>Die Dokumente tragen diese Antwort zum Teil, oder sie geht auf einen Teil der Frage ein. Sehen Sie sich ihre Quellen an.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>The documents carry this answer, and it takes up what was asked. Still look at the words behind its numbers where it matters.</source>
      <translation>Die Dokumente tragen diese Antwort, und sie geht auf die Frage ein. Sehen Sie sich trotzdem die Stellen hinter ihren Nummern an, wo es darauf ankommt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>The documents do not say.</source>
      <translation>Die Dokumente sagen dazu nichts.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>The language model failed on this question; the steps say why.</source>
      <translation>Das Sprachmodell ist an dieser Frage gescheitert; die Schritte sagen, warum.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>The model left a heading empty; an opened sentence about it is quoted there, word for word.</source>
      <translation>Das Modell hat eine Überschrift leer gelassen; dort steht ein geöffneter Satz darüber, Wort für Wort.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>The model left a part of the question open; an opened sentence that answers it is quoted, word for word.</source>
      <translation>Das Modell ließ einen Teil der Frage offen; ein geöffneter Satz, der ihn beantwortet, ist Wort für Wort zitiert.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>The model passed over what was copied, which is probably the answer. Look at the page before you rely on it.</source>
      <translation>Das Modell hat übergangen, was kopiert wurde und wahrscheinlich die Antwort ist. Sehen Sie auf der Seite nach, bevor Sie sich darauf verlassen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>The model quoted something else; the sentence about it was put in its place, word for word.</source>
      <translation>Das Modell zitierte etwas anderes; der Satz darüber wurde an dessen Stelle gesetzt, Wort für Wort.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>The question reads like an order to the program; you wanted an answer all the same.</source>
      <translation>Die Frage liest sich wie ein Befehl an das Programm; Sie wollten trotzdem eine Antwort.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>The rule for documents that disagree was not applied.</source>
      <translation>Die Regel für Dokumente, die sich widersprechen, wurde nicht angewandt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>This may be beside the question. Look at its sources before you rely on it.</source>
      <translation>Das geht vielleicht an der Frage vorbei. Sehen Sie sich die Quellen an, bevor Sie sich darauf verlassen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>Too little of what the model wrote could be checked against your documents.</source>
      <translation>Zu wenig von dem, was das Modell schrieb, ließ sich mit Ihren Dokumenten prüfen.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>What had been written until then is above.</source>
      <translation>Was bis dahin geschrieben war, steht oben.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>What the model took from your documents did not answer the question; it was set aside.</source>
      <translation>Was das Modell Ihren Dokumenten entnahm, beantwortete die Frage nicht; es wurde beiseitegelegt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>What the model wrote had no figure, and one was asked for; it was set aside.</source>
      <translation>Was das Modell schrieb, hatte keine Zahl, obwohl nach einer gefragt war; es wurde beiseitegelegt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>What the model wrote lacked the figure that the tables of your documents give; it was set aside.</source>
      <translation>Dem, was das Modell schrieb, fehlte die Zahl, die die Tabellen Ihrer Dokumente nennen; es wurde beiseitegelegt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>What the model wrote only repeated the question; it was set aside.</source>
      <translation>Was das Modell schrieb, wiederholte nur die Frage; es wurde beiseitegelegt.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>a removed document</source>
      <translation>ein entferntes Dokument</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>about a minute left</source>
      <translation>noch etwa eine Minute</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>about an hour left</source>
      <translation>noch etwa eine Stunde</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>about {n} hours left</source>
      <translation>noch etwa {n} Stunden</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>about {n} minutes left</source>
      <translation>noch etwa {n} Minuten</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>by keyword only so far</source>
      <translation>bisher nur nach Stichwörtern</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>in part</source>
      <translation>zum Teil</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>less than a minute left</source>
      <translation>noch weniger als eine Minute</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>no sources</source>
      <translation>keine Quellen</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>{n:,} documents are read anew</source>
      <translation>{n:,} Dokumente werden neu gelesen</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>{n} by keyword only so far</source>
      <translation>{n} bisher nur nach Stichwörtern</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>{n} documents were searched by their words only; they are still being understood.</source>
      <translation>{n} Dokumente wurden nur nach ihren Wörtern durchsucht; sie werden noch verstanden.</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>{n} more</source>
      <translation>{n} weitere</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>{n} of them in part</source>
      <translation>{n} davon zum Teil</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>{n} sentences without support</source>
      <translation>{n} Sätze ohne Beleg</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>{n} sources</source>
      <translation>{n} Quellen</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>{n} steps</source>
      <translation>{n} Schritte</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>{rate} pages/s</source>
      <translation>{rate} Seiten/s</translation>
    </message>
    <message>
      <location filename="../../desktop/messages/words.py" />
      <source>“{words}”</source>
      <translation>„{words}“</translation>
    </message>
  </context>
  <context>
    <name>Worker</name>
    <message>
      <location filename="../../desktop/workers/base.py" />
      <source>DocuChat made a mistake and could not finish this.</source>
      <translation>DocuChat hat einen Fehler gemacht und konnte dies nicht beenden.</translation>
    </message>
    <message>
      <location filename="../../desktop/workers/base.py" />
      <source>Try again. If it happens again, report it with the log file (Help → Open log folder).</source>
      <translation>Versuchen Sie es noch einmal. Falls es wieder vorkommt, melden Sie es mit der Protokolldatei (Hilfe → Protokollordner öffnen).</translation>
    </message>
  </context>
  <context>
    <name>WorkspaceButton</name>
    <message>
      <location filename="../../desktop/workspaces/workspace_button.py" />
      <source>All documents</source>
      <translation>Alle Dokumente</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/workspace_button.py" />
      <source>Delete this workspace</source>
      <translation>Diesen Arbeitsbereich löschen</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/workspace_button.py" />
      <source>New workspace of a folder…</source>
      <translation>Neuer Arbeitsbereich aus einem Ordner …</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/workspace_button.py" />
      <source>New workspace…</source>
      <translation>Neuer Arbeitsbereich …</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/workspace_button.py" />
      <source>Rename this workspace…</source>
      <translation>Diesen Arbeitsbereich umbenennen …</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/workspace_button.py" />
      <source>Take a folder out</source>
      <translation>Einen Ordner herausnehmen</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/workspace_button.py" />
      <source>Workspace: {name}</source>
      <translation>Arbeitsbereich: {name}</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/workspace_button.py" />
      <source>{name} – choose another workspace, or make one</source>
      <translation>{name} – einen anderen Arbeitsbereich wählen oder einen anlegen</translation>
    </message>
  </context>
  <context>
    <name>WorkspaceDesk</name>
    <message>
      <location filename="../../desktop/workspaces/workspace_desk.py" />
      <source>1 taken out of {name}</source>
      <translation>1 aus {name} herausgenommen</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/workspace_desk.py" />
      <source>Deleted: {name}</source>
      <translation>Gelöscht: {name}</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/workspace_desk.py" />
      <source>Name of the new workspace</source>
      <translation>Name des neuen Arbeitsbereichs</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/workspace_desk.py" />
      <source>Name of the new workspace; the selected document is put into it</source>
      <translation>Name des neuen Arbeitsbereichs; das ausgewählte Dokument kommt hinein</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/workspace_desk.py" />
      <source>Name of the new workspace; the {n} selected documents are put into it</source>
      <translation>Name des neuen Arbeitsbereichs; die {n} ausgewählten Dokumente kommen hinein</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/workspace_desk.py" />
      <source>Name of the workspace</source>
      <translation>Name des Arbeitsbereichs</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/workspace_desk.py" />
      <source>New workspace</source>
      <translation>Neuer Arbeitsbereich</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/workspace_desk.py" />
      <source>New workspace of a folder</source>
      <translation>Neuer Arbeitsbereich aus einem Ordner</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/workspace_desk.py" />
      <source>Rename</source>
      <translation>Umbenennen</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/workspace_desk.py" />
      <source>The documents that were asked about here are no longer in the library.</source>
      <translation>Die Dokumente, nach denen hier gefragt wurde, sind nicht mehr in der Bibliothek.</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/workspace_desk.py" />
      <source>The workspace of this conversation was deleted.</source>
      <translation>Der Arbeitsbereich dieses Gesprächs wurde gelöscht.</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/workspace_desk.py" />
      <source>{n} taken out of {name}</source>
      <translation>{n} aus {name} herausgenommen</translation>
    </message>
  </context>
  <context>
    <name>WorkspaceShelf</name>
    <message>
      <location filename="../../desktop/workspaces/workspace_shelf.py" />
      <source>Drop on a workspace</source>
      <translation>Auf einem Arbeitsbereich ablegen</translation>
    </message>
    <message>
      <location filename="../../desktop/workspaces/workspace_shelf.py" />
      <source>New workspace…</source>
      <translation>Neuer Arbeitsbereich …</translation>
    </message>
  </context>
  <context>
    <name>_Places</name>
    <message>
      <location filename="../../desktop/workspaces/workspace_shelf.py" />
      <source>Workspaces to drop documents on</source>
      <translation>Arbeitsbereiche, um Dokumente darauf abzulegen</translation>
    </message>
  </context>
</TS>
