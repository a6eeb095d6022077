import { db } from "#server/db/db.ts";
import { findSetting, saveSetting } from "#server/db/setting.ts";

/** How far the past was read; times are epoch ms. */
export type HistoryProgress = {
  /** The first day that was asked for: "2026-08-01". */
  from_day: string | null;
  /** Where the list of batches goes on; null once it was read to its end. */
  next_offset: number | null;
  listed_at: number | null;
  /** How many batches the gateway has since that day. */
  listed_total: number | null;
  open_read_at: number | null;
  /** Whether that reading found an open batch; null where it is not known. */
  open_found: boolean | null;
  /** Where the open batch goes on: 0 between two readings. */
  open_offset: number;
  /** How many pages it had when it was last read. */
  open_pages: number;
};

const name = "history-progress";
const begin: HistoryProgress = {
  from_day: null,
  next_offset: 0,
  listed_at: null,
  listed_total: null,
  open_read_at: null,
  open_found: null,
  open_offset: 0,
  open_pages: 1,
};

export async function readProgress(): Promise<HistoryProgress> {
  const stored = await findSetting(db(), name);
  return stored ? { ...begin, ...JSON.parse(stored) } : begin;
}

/** Two processes may read the same page: the rows they write are the same, and so is the progress. */
export async function saveProgress(progress: HistoryProgress): Promise<void> {
  await saveSetting(db(), name, JSON.stringify(progress));
}
