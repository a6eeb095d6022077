import type { Caller } from "../caller.ts";
import type { Seen } from "./observe.ts";
import type { findUsedUpShare } from "./reader-share.ts";
import type { Priority } from "./state.ts";

export type PermitRequest = {
  priority: Priority;
  caller: Caller;
  /** Whether it counts in the caller's share of reads, and is refused once that is used up. */
  isShareBound?: boolean;
  /** Whether a payment waits for it. When too many of these ended without one, it goes as any read of the caller. */
  isForPayment?: boolean;
  /** Identifies it in the queue, such as an attempt's id. */
  id?: string | undefined;
  /** How long to wait in the queue; 0 goes at once or not at all. */
  waitMs: number;
  /** Sent before and not taken: queued again, first of its priority. */
  isRetry?: boolean;
};

export type Admission =
  | { admitted: true; permit: Permit }
  /** `late`: its turn would not have come in time · `left`: it was taken out of the queue. Nothing was sent. */
  | {
      admitted: false;
      why: "late" | "left";
      dueMs: number;
      usedUpShare?: UsedUpShare["of"];
      /** What it was queued with, where that is lower than what was asked for. */
      priority?: Priority;
    };

type UsedUpShare = NonNullable<ReturnType<typeof findUsedUpShare>>;

/** One request of the shared limit. */
export type Permit = {
  /** Reports how the exchange went, from which the limit is updated. */
  note(seen: Seen): Promise<void>;
  /** Nothing was sent: the next in the queue may have it. */
  release(): Promise<void>;
  /** The payment that it was read for was sent. */
  noteSent(): Promise<void>;
};
