import type { BulkFile, BulkFileState } from "#lib/bulk/file/bulk-file.ts";
import { recordAgainMs } from "#lib/bulk/file/record-pace.ts";

/** How far a checked file is on its way to the gateway. The console's record of it has more. */
export type ApprovalState =
  | { kind: "none" }
  | { kind: "preparing" }
  /** The record has its state; it is read again until that can't change any more. */
  | { kind: "record"; id: string }
  | { kind: "sending"; id: string; sent: number }
  /** The sending broke off at that moment (epoch ms): a record read before it does not count. */
  | { kind: "asking"; id: string; brokeAt: number };

/** A sending that broke off is known again once the record was read after it. Both in epoch ms. */
export function toKnown(state: ApprovalState, readAt: number): ApprovalState {
  return state.kind === "asking" && readAt > state.brokeAt ? { kind: "record", id: state.id } : state;
}

const askingMs = 3_000;

/** In how many ms the record is read again; false when nothing changes it any more. */
export function readAgainMs(state: ApprovalState, file: BulkFile | undefined): number | false {
  if (!file || state.kind === "asking") return askingMs;
  return recordAgainMs(file) ?? false;
}

/** Why something was not done is true only as long as the file is still here: later its state is the better answer. */
export const showsProblem = (file: BulkFile | undefined): boolean => !file || here.includes(file.state);

const here: readonly BulkFileState[] = ["waiting", "approved", "unsent"];
