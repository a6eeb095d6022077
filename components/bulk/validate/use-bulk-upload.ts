"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { t } from "#lib/language/t.ts";
import { findBulkMapping, keepBulkMapping } from "#server/actions/bulk.ts";
import { type Mapping, missingColumns } from "./mapping-rules.ts";
import { WorkerClient } from "./worker/worker-client.ts";
import type {
  FileFormat,
  OpenedFile,
  ValidationProgress,
  ValidationSummary,
} from "./worker/worker-messages.ts";

type Read = { file: File; opened: OpenedFile; mapping: Mapping };

export type ValidatedFile = Read & {
  kind: "checked";
  worker: WorkerClient;
  summary: ValidationSummary;
  /** Epoch ms. */
  checkedAt: number;
};

export type UploadState =
  | { kind: "empty" }
  | { kind: "opening"; file: File }
  | (Read & { kind: "mapping" })
  | (Read & { kind: "checking"; progress: ValidationProgress })
  | ValidatedFile
  | { kind: "failed"; file: File; message: string; opened: OpenedFile | undefined };

export type BulkUploadView = ReturnType<typeof useBulkUpload>;

/** One file: chosen, mapped, checked. A new start ends the earlier worker, and the rows of its file with it. */
export function useBulkUpload(currentMonth: string) {
  const [state, setState] = useState<UploadState>({ kind: "empty" });
  const held = useRef<WorkerClient>(undefined);

  /** Runs a step of one worker's file; what a worker that was ended still had to say is not heard. */
  const step = async (
    file: File,
    opened: OpenedFile | undefined,
    run: (worker: WorkerClient) => Promise<void>,
  ) => {
    const worker = held.current;
    if (!worker) return;
    try {
      await run(worker);
    } catch (error) {
      const message =
        error instanceof Error ? error.message : t("The file could not be read. Choose it again.");
      if (held.current === worker) setState({ kind: "failed", file, message, opened });
    }
  };

  const show = (worker: WorkerClient, next: UploadState) => {
    if (held.current === worker) setState(next);
  };

  const check = (read: Read) =>
    step(read.file, read.opened, async (worker) => {
      const { encoding, separator } = read.opened;
      show(worker, { ...read, kind: "checking", progress: { bytes: 0, rows: 0, faulty: 0 } });
      const summary = await worker.ask(
        "check",
        [{ encoding, separator, mapping: read.mapping }],
        (progress) => show(worker, { ...read, kind: "checking", progress }),
      );
      show(worker, { ...read, kind: "checked", worker, summary, checkedAt: Date.now() });
    });

  const choose = (file: File, chosen: Partial<FileFormat> = {}) => {
    held.current?.end();
    held.current = new WorkerClient();
    setState({ kind: "opening", file });
    return step(file, undefined, async (worker) => {
      const opened = await worker.ask("open", [file, chosen, currentMonth]);
      const kept = await keptMapping(opened);
      const read = { file, opened, mapping: kept ?? opened.mapping };
      const isClear = missingColumns(read.mapping).length === 0 && (kept || !read.mapping.includes(null));
      if (held.current !== worker) return;
      if (isClear) await check(read);
      else show(worker, { ...read, kind: "mapping" });
    });
  };

  const clear = () => {
    held.current?.end();
    held.current = undefined;
    setState({ kind: "empty" });
  };
  const leave = useEffectEvent(clear);
  useEffect(() => {
    // Also when the browser keeps the page for going back.
    const onLeave = () => leave();
    window.addEventListener("pagehide", onLeave);
    return () => {
      window.removeEventListener("pagehide", onLeave);
      leave();
    };
  }, []);

  return {
    state,
    choose,
    clear,
    /** Another encoding or separator reads the file again. */
    reread: (file: File, format: FileFormat) => choose(file, format),
    /** Checks by another mapping, which is kept for the next file of its kind. */
    takeMapping: async (read: Read) => {
      const { signature } = read.opened;
      if (signature) void keepBulkMapping({ signature, mapping: read.mapping }).catch(() => {}); // asked again next time, no more
      await check(read);
    },
    /** Back to the mapping of a file that was checked already. */
    openMapping: (read: Read) => setState({ ...read, kind: "mapping" }),
    /** Updates the sums after a decision on a row. */
    refresh: async (checked: ValidatedFile) => {
      const summary = await checked.worker.ask("summary", []);
      setState((now) =>
        now.kind === "checked" && now.worker === checked.worker ? { ...now, summary } : now,
      );
    },
  };
}

async function keptMapping({ signature, header }: OpenedFile): Promise<Mapping | undefined> {
  if (!signature) return undefined;
  const found = await findBulkMapping({ signature }).catch(() => undefined);
  const mapping = found?.ok ? found.value : undefined;
  return mapping?.length === header.length ? mapping : undefined;
}
