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
  /** What the reading waits for, in words. */
  waits: string | undefined;
  /** Of closed batches, oldest first; `month` is "2026-08". */
  months: { month: string; batches: number; readBatches: number }[];
};
