"use client";

import { useRef } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { Checkbox } from "#components/ui/form/checkbox.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { countOf } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { ColumnChoice } from "./column-choice.tsx";
import { PreviewTable } from "./preview-table.tsx";
import { useImport } from "./use-import.ts";

/** Shows what a bank file holds before anything is stored, then imports it. */
export function ImportDialog({ onClose, onDone }: { onClose: () => void; onDone: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const {
    file,
    preview,
    read,
    count,
    includePossible,
    setIncludePossible,
    busy,
    problem,
    pick,
    change,
    store,
  } = useImport(onDone);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="l"
      title={
        read && count > 0 ? t("Import {lines}", { lines: countOf(count, "line") }) : t("Import a bank file")
      }
      description={
        file ? file.name : t("OFX, camt.053 or CSV, up to 2 MB. Nothing is stored before you confirm.")
      }
      footer={
        <>
          <Button onClick={onClose}>{read && count === 0 ? t("Close") : t("Cancel")}</Button>
          <Button variant={file ? "default" : "primary"} onClick={() => input.current?.click()}>
            {file ? t("Choose another file") : t("Choose a file")}
          </Button>
          {read && count > 0 && (
            <Button variant="primary" loading={busy === "importing"} onClick={() => void store()}>
              {t("Import {lines}", { lines: countOf(count, "line") })}
            </Button>
          )}
        </>
      }
    >
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={t("Bank file")}
        accept=".ofx,.qfx,.qbo,.xml,.csv,.txt,.tsv"
        onChange={(event) => {
          const [picked] = event.target.files ?? [];
          event.target.value = "";
          if (picked) void pick(picked);
        }}
      />
      {busy === "reading" && !preview && <Spinner>{t("Reading the file")}</Spinner>}
      {problem && (
        <Note tone="warning" role="alert">
          {problem}
        </Note>
      )}
      {preview?.csv && <ColumnChoice csv={preview.csv} onChange={change} />}
      {preview?.kind === "refused" && (
        <Note tone="warning" role="alert">
          {t("{message} Nothing was stored.", { message: translate(preview.message) })}
        </Note>
      )}
      {read && <PreviewTable preview={read} />}
      {read && read.counts.possible > 0 && (
        <Checkbox
          label={t("Import {duplicates} too", {
            duplicates: countOf(read.counts.possible, "possible duplicate"),
          })}
          help={t("The same day and amount came from another file or was entered by hand.")}
          checked={includePossible}
          onChange={(event) => setIncludePossible(event.target.checked)}
        />
      )}
    </Dialog>
  );
}
