import type { BusinessClock } from "#lib/business-day.ts";
import type { TodayPart, TodayParts } from "#lib/today/today.ts";
import { readAttention } from "../attention/read-attention.ts";
import { businessClock } from "../business-clock.ts";
import { indexAttempts } from "../index/index-attempts.ts";
import { readDeclines, readLatest, readTenders, readTodayCoverage } from "./read-lists.ts";
import { readSales } from "./read-sales.ts";

/** Reads one part of Today from the store, with every payment up to now. Costs the gateway nothing. */
export async function readTodayPart<Part extends TodayPart>(part: Part): Promise<TodayParts[Part]> {
  await indexAttempts();
  return readers[part](businessClock(), Date.now());
}

const readers: { [Part in TodayPart]: (clock: BusinessClock, now: number) => Promise<TodayParts[Part]> } = {
  sales: readSales,
  tenders: readTenders,
  declines: readDeclines,
  latest: readLatest,
  attention: (_clock, now) => readAttention(now),
  coverage: readTodayCoverage,
};

export const isTodayPart = (name: string): name is TodayPart => Object.hasOwn(readers, name);
