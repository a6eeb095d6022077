import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { FilePreview, ImportResult } from "#lib/deposits/deposits-view.ts";
import { type CsvChoice, maxFileBytes } from "#lib/deposits/file/bank-file.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { askJson } from "#lib/queries/get-json.ts";
import { depositsKey } from "#lib/queries/keys.ts";
import { importedText } from "./imported-text.ts";

type Chosen = { name: string; content: string };

/** A chosen bank file: previewed with the columns that are chosen, then stored. */
export function useImport(onDone: (text: string) => void) {
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
  return {
    file,
    preview,
    /** The preview of a file that could be read. */
    read,
    /** The lines that would be stored. */
    count,
    includePossible,
    setIncludePossible,
    busy,
    problem,
    pick,
    change,
    store,
  };
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
