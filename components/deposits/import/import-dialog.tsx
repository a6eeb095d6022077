"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { Checkbox } from "#components/ui/form/checkbox.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import type { FilePreview, ImportResult } from "#lib/deposits/deposits-view.ts";
import { type CsvChoice, maxFileBytes } from "#lib/deposits/file/bank-file.ts";
import { countOf } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import { askJson } from "#lib/queries/get-json.ts";
import { depositsKey } from "#lib/queries/keys.ts";
import { ColumnChoice } from "./column-choice.tsx";
import { importedText } from "./imported-text.ts";
import { PreviewTable } from "./preview-table.tsx";

type Chosen = { name: string; content: string };

/** Shows what a bank file holds before anything is stored, then imports it. */
export function ImportDialog({ onClose, onDone }: { onClose: () => void; onDone: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const queries = useQueryClient();
  const [file, setFile] = useState<Chosen>();
  const [preview, setPreview] = useState<FilePreview>();
  const [choice, setChoice] = useState<CsvChoice>();
  const [includePossible, setIncludePossible] = useState(false);
  const [busy, setBusy] = useState<"reading" | "importing">();
  const [problem, setProblem] = useState<string>();

  /** One request at a time; a failure says why. */
  const ask = async (what: "reading" | "importing", run: () => Promise<void>) => {
    setBusy(what);
    setProblem(undefined);
    await run().catch((error: unknown) =>
      setProblem(error instanceof Error ? error.message : t("The file could not be read.")),
    );
    setBusy(undefined);
  };
  const look = (chosen: Chosen, columns?: CsvChoice) =>
    ask("reading", async () => {
      setPreview(await askJson<FilePreview>(paths.api.depositPreview(), { ...chosen, choice: columns }));
    });
  const pick = async (picked: File) => {
    setPreview(undefined);
    setChoice(undefined);
    if (picked.size > maxFileBytes) {
      setFile(undefined);
      setProblem(t("{name} is larger than 2 MB. Export fewer days at a time.", { name: picked.name }));
      return;
    }
    const chosen = { name: picked.name.slice(-200), content: toBase64(await picked.arrayBuffer()) };
    setFile(chosen);
    await look(chosen);
  };
  const change = (next: CsvChoice) => {
    setChoice(next);
    if (file) void look(file, next);
  };
  const store = () =>
    ask("importing", async () => {
      const result = await askJson<ImportResult>(paths.api.depositImport(), {
        ...file,
        choice,
        includePossible,
      });
      if (result.kind === "refused") return setProblem(result.message);
      await queries.invalidateQueries({ queryKey: depositsKey });
      onDone(importedText(result, count));
    });

  const read = preview?.kind === "read" ? preview : undefined;
  const count = read ? read.counts.new + (includePossible ? read.counts.possible : 0) : 0;
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

/** The bytes as base64, a piece at a time: a call takes only so many arguments. */
function toBase64(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer);
  let text = "";
  for (let start = 0; start < bytes.length; start += PIECE)
    text += String.fromCharCode(...bytes.subarray(start, start + PIECE));
  return btoa(text);
}

const PIECE = 0x2000;
