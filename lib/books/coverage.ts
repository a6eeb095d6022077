import { t, text } from "#lib/language/t.ts";
import { countOf } from "../format/counts.ts";

/** How much of the past the index of transactions knows: what every search and every total says beside itself. */
export type Coverage = {
  /** False where the settings ask for no history (`HISTORY_DAYS=0`). */
  isOn: boolean;
  /** Whether every closed batch since `askedFrom` was read in full. */
  isComplete: boolean;
  /** The first day that is read back to: "2026-08-01". */
  askedFrom: string | undefined;
  /** Epoch ms: from here on all closed batches were read. */
  wholeFrom: number | undefined;
  readBatches: number;
  /** Closed ones, as far as the gateway's list was read. */
  batches: number;
  /** Epoch ms: when the open batch was last read for what is new in it. */
  openReadAt: number | undefined;
  /** Whether a batch is open or may be. False once the last one has closed and no payment went into another since. */
  hasOpenBatch: boolean;
  /** What the reading waits for, in words. */
  waits: string | undefined;
  /** Checks that may still be returned: which of them the gateway was asked for within the last day. */
  checks: CheckCoverage;
  /** Bulk files sent from here whose results are not all read: checks, cash and declines among them are in no batch. */
  unreadFiles: number;
  /** Of closed batches, oldest first; `month` is "2026-08". */
  months: { month: string; batches: number; readBatches: number }[];
};
export type CheckCoverage = { unread: number; read: number };

/** Whether counts may still change by what is being read. */
export const isSoFar = ({ isOn, isComplete, checks, unreadFiles }: Coverage): boolean =>
  (isOn && !isComplete) || checks.unread > 0 || unreadFiles > 0;

/** "1 bulk file still to be read"; nothing when all are read. */
export const unreadFilesText = (files: number): string | undefined =>
  files > 0 ? t("{files} still to be read", { files: countOf(files, "bulk file") }) : undefined;

/** What no batch shows is never known to be complete. */
export const knownByEvents = text(
  "Cash, checks and declines taken outside this console are known by their events only.",
);
