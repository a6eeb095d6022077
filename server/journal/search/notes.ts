import type { SearchPlace } from "#lib/attempt.ts";

/** What the search keeps with an unknown attempt (`attempts.search`). */
export type SearchNotes = {
  lookedAt: number;
  places: SearchPlace[];
  waitsFor?: string;
  /**
   * Keys of the batches that could hold it: those there were when it could no longer come into being, without those that
   * were surely closed before it was sent. Fixed at that moment, since no later batch can hold it.
   */
  heldBy?: string[];
  /** The gateway's list was read down to before it was sent, after it could no longer come into being. */
  covered?: true;
};

/** How far a batch has been searched (`batch_searches.search`). Lists are newest first. */
export type BatchSearch = {
  key: string;
  /** Its sequence number, else its key. */
  name: string;
  /** As the gateway writes moments; null while it is not closed. */
  closed: string | null;
  scheduled: string | null;
  /** The newest transactions when the last walk began: where the next one may stop. */
  newest: string[];
  /** Where a walk that was broken off has to stop: the newest ones of the walk before it. */
  stop: string[];
  /** Transactions read by the last walk; for a closed batch the offset to go on from. */
  rows: number;
  /** The last walk came to its end. */
  walked: boolean;
  /** Epoch ms: what the batch held then has been seen. */
  upTo: number;
};

/** Read to its end while closed: it is never read again. */
export const isFinal = ({ closed, walked }: BatchSearch): boolean => closed !== null && walked;
