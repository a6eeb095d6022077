import type { BusinessClock } from "#lib/business-day.ts";
import type { Role } from "#lib/permissions.ts";
import type { TodayPart, TodayParts } from "#lib/today/today.ts";
import { readAttention } from "../attention/read-attention.ts";
import { businessClock } from "../business-clock.ts";
import { indexAttempts } from "../index/index-attempts.ts";
import { readDeclines, readLatest, readTenders, readTodayCoverage } from "./read-lists.ts";
import { readSales } from "./read-sales.ts";

/** Reads one part of Today, as this role sees it, from the store with every payment up to now. Costs the gateway nothing. */
export async function readTodayPart<Part extends TodayPart>(
  part: Part,
  role: Role,
): Promise<TodayParts[Part]> {
  await indexAttempts();
  return readers[part](businessClock(), Date.now(), role);
}

const readers: {
  [Part in TodayPart]: (clock: BusinessClock, now: number, role: Role) => Promise<TodayParts[Part]>;
} = {
  sales: readSales,
  tenders: readTenders,
  declines: readDeclines,
  latest: readLatest,
  attention: (_clock, now, role) => readAttention(role, now),
  coverage: readTodayCoverage,
};

export const isTodayPart = (name: string): name is TodayPart => Object.hasOwn(readers, name);
