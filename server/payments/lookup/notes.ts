import type { SearchPlace } from "#lib/attempt.ts";
import type { WaitsFor } from "./waits-for.ts";

/** What lookups store with an unknown attempt (`attempts.lookup_notes`). */
export type LookupNotes = {
  lookedUpAt: number;
  places: SearchPlace[];
  /** A row of an earlier version holds a sentence: read it with `waitsForText`. */
  waitsFor?: WaitsFor;
  /**
   * Keys of the batches that could hold it: those that existed when it could no longer be processed, without those that were
   * certainly closed before it was sent. Fixed at that moment, since no later batch can hold it.
   */
  heldBy?: string[];
  /** The gateway's list was read back to before it was sent, after it could no longer be processed. */
  covered?: true;
};

/** How far a batch has been searched (`batch_lookups.search`). Lists are newest first. */
export type BatchLookup = {
  key: string;
  /** Its sequence number, else its key. */
  name: string;
  /** In the gateway's format; null while it is not closed. */
  closed: string | null;
  scheduled: string | null;
  /** The newest transactions when the last read began: where the next one may stop. */
  newest: string[];
  /** Where an interrupted read has to stop: the newest ones of the read before it. */
  stop: string[];
  /** Transactions read by the last read; for a closed batch the offset to continue from. */
  rows: number;
  /** The last read reached its end. */
  walked: boolean;
  /** Epoch ms: everything in the batch at that time has been seen. */
  upTo: number;
};

/** Read to its end while closed: it is never read again. */
export const isFinal = ({ closed, walked }: BatchLookup): boolean => closed !== null && walked;
