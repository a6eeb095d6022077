import { pageUser } from "#components/layout/session/send-page-user.ts";
import type { Approval } from "#lib/bulk/approval.ts";
import type { BulkFile } from "#lib/bulk/file/bulk-file.ts";
import type { FilePlan } from "#lib/bulk/file/file-plan.ts";
import { merchantLocale } from "#lib/format/locale.ts";
import type { BulkCells, BulkColumn } from "#lib/gateway/schemas/bulk.ts";
import { t } from "#lib/language/t.ts";
import type { Refusal, Result } from "#lib/result.ts";
import type {
  ChangedFile,
  FileFormat,
  OpenedFile,
  RowFilter,
  ShownRow,
  ValidationProgress,
  ValidationSummary,
} from "./worker-messages.ts";

type Columns = readonly (BulkColumn | null)[];

/** What the page asks of the worker, and what it gets: the whole of the talk between the two. */
type Acts = {
  open: [args: [file: File, chosen: Partial<FileFormat>, currentMonth: string], value: OpenedFile];
  check: [args: [plan: FilePlan], value: ValidationSummary, progress: ValidationProgress];
  summary: [args: [], value: ValidationSummary];
  list: [args: [filter: RowFilter, from: number, to: number], value: { lines: ShownRow[]; total: number }];
  cellsToFix: [args: [row: number, columns: Columns], value: [BulkColumn, string][]];
  fix: [args: [row: number, changes: BulkCells], value: ShownRow];
  decide: [args: [row: number, isSent: boolean], value: ShownRow];
  sendRepeated: [args: [isSent: boolean], value: ValidationSummary];
  faults: [args: [columns: Columns, timeZone: string], value: Blob];
  approval: [args: [plan: FilePlan], value: Approval];
  /** Bytes sent as progress. Undefined when no answer came back. */
  send: [
    args: [id: string, confirmed: readonly string[]],
    value: Result<BulkFile, Refusal | ChangedFile> | undefined,
    progress: number,
  ];
};
type Act = keyof Acts;

export type WorkerCall = { [Name in Act]: { act: Name; args: Acts[Name][0] } }[Act];
export type WorkerAnswer =
  | { kind: "value"; value: unknown }
  | { kind: "problem"; message: string }
  | { kind: "progress"; progress: unknown };

type Waiting = {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
  onProgress: ((progress: unknown) => void) | undefined;
};

/** The page's end of the worker that holds one chosen file. Ending it wipes the file from memory. */
export class WorkerClient {
  readonly #worker = new Worker(new URL("./validation-worker.ts", import.meta.url), { type: "module" });
  readonly #waiting = new Map<number, Waiting>();
  #calls = 0;

  constructor() {
    this.#worker.addEventListener("message", ({ data }: MessageEvent<WorkerAnswer & { call: number }>) =>
      this.#hear(data),
    );
    this.#worker.addEventListener("error", () =>
      this.#fail(t("The file's reader stopped. Choose the file again.")),
    );
  }

  /** Rejects with an Error whose message is meant for the person. */
  ask<Name extends Act>(
    act: Name,
    args: Acts[Name][0],
    onProgress?: (progress: Acts[Name][2]) => void,
  ): Promise<Acts[Name][1]> {
    const call = ++this.#calls;
    return new Promise((resolve, reject) => {
      // The worker answers each act with its own value and progress, as typed by `Acts`.
      this.#waiting.set(call, { resolve, reject, onProgress } as Waiting);
      this.#worker.postMessage({ call, act, args, user: pageUser(), locale: merchantLocale() });
    });
  }

  end() {
    this.#worker.terminate();
    this.#waiting.clear();
  }

  #hear({ call, ...answer }: WorkerAnswer & { call: number }) {
    const waiting = this.#waiting.get(call);
    if (!waiting) return;
    if (answer.kind === "progress") return waiting.onProgress?.(answer.progress);
    this.#waiting.delete(call);
    if (answer.kind === "value") waiting.resolve(answer.value);
    else waiting.reject(new Error(answer.message));
  }

  #fail(message: string) {
    for (const { reject } of this.#waiting.values()) reject(new Error(message));
    this.#waiting.clear();
  }
}
