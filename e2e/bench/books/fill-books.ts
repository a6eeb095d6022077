import { sql } from "kysely";
import type { BatchKind } from "#lib/batches/batch-sums.ts";
import { type BusinessClock, businessDayOf } from "#lib/business-day.ts";
import type { Tender } from "#lib/gateway/commands.ts";
import type { Phase } from "#lib/gateway/transaction-phase.ts";
import { DAY_MS } from "#lib/time.ts";
import { writeRows } from "#server/books/index/write-rows.ts";
import { closeStore } from "#server/db/close-store.ts";
import { openStore, type StoreSettings } from "#server/db/db.ts";
import { migrateToLatest } from "#server/db/migrate.ts";
import type { IndexedTransactionRow } from "#server/db/tables/books/indexed-transactions.ts";
import { refreshStatistics } from "#server/sql/dialect.ts";

/** A shop's three years. */
const days = 1095;
const AT_A_TIME = 10_000;

/** Fills the index of a new store with a shop's payments of three years until now, oldest first, by the console's own code. */
export async function fillBooks(settings: StoreSettings, count: number, clock: BusinessClock): Promise<void> {
  const store = openStore(settings);
  await migrateToLatest(store);
  const now = Date.now();
  for (let start = 0; start < count; start += AT_A_TIME) {
    const length = Math.min(AT_A_TIME, count - start);
    const rows = Array.from({ length }, (_, place) => bookRow(start + place, count, now, clock));
    // One commit for each part: the time of a million is not what is measured.
    await store.transaction().execute((transaction) => writeRows(transaction, rows));
  }
  // The connection that reads an index is the one that counts it, as in the console.
  await store.selectFrom("indexed_transactions").selectAll().orderBy("created_at", "desc").limit(1).execute();
  await sql`select id from transaction_terms where term = 'tip'`.execute(store);
  await refreshStatistics(store);
  await closeStore(store);
}

/** The `place`th of `count` payments, the same at each call. */
function bookRow(place: number, count: number, now: number, clock: BusinessClock): IndexedTransactionRow {
  const pick = (list: readonly string[], salt: number) => list[hash(place, salt) % list.length] ?? null;
  const day = Math.floor((place / count) * days);
  const created = now - Math.floor((1 - (place + 1) / count) * days * DAY_MS);
  const { tender, brand } = cardOr(hash(place, 1) % 100);
  const kind = kindOf(hash(place, 2) % 100);
  const phase: Phase = kind.phase ?? (day >= days - 1 ? "pending" : "settled");
  const cents = 500 + (hash(place, 3) % 25_000);
  const user = hash(place, 4) % clerks.length;
  const collects = phase === "settled" || phase === "pending";
  return {
    id: keyOf(place),
    transaction_key: keyOf(place),
    attempt_id: null,
    source: "batch",
    read_at: now,
    created_at: created,
    business_day: businessDayOf(clock, created),
    batch_key: `bat${day}`,
    refnum: String(3_000_000_000 + place),
    authcode: String(hash(place, 5) % 1_000_000).padStart(6, "0"),
    invoice: `INV-${10_000 + place}`,
    orderid: hash(place, 6) % 3 === 0 ? `W-${place}` : null,
    customer: `${pick(firstNames, 7)} ${pick(lastNames, 8)}`,
    description: hash(place, 9) % 4 === 0 ? pick(descriptions, 10) : null,
    last_four: tender === "card" ? String(hash(place, 11) % 10_000).padStart(4, "0") : null,
    brand,
    tender,
    trantype_code: kind.code,
    kind: kind.kind,
    phase,
    outcome: kind.outcome,
    reason: kind.outcome === "declined" ? "Insufficient funds" : null,
    cents,
    net_cents: collects ? (kind.kind === "refunds" ? -cents : cents) : 0,
    tip_cents: hash(place, 12) % 5 === 0 ? 300 : null,
    tax_cents: null,
    shipping_cents: null,
    currency: hash(place, 13) % 200 === 0 ? "978" : null,
    refunded_cents: hash(place, 14) % 50 === 0 ? 500 : 0,
    user_id: user === 0 ? null : `user-${user}`,
    user_name: user === 0 ? null : (clerks[user] ?? null),
    clerk: user === 0 ? "web" : null,
    source_name: "Console",
    reread_at: null,
  };
}

export const keyOf = (place: number) => `tx${hash(place, 15).toString(36)}${place.toString(36)}`;

/** A number of 31 bits that looks random and is the same for the same place. */
export function hash(place: number, salt: number): number {
  let value = Math.imul(place + 1, 2_654_435_761) ^ Math.imul(salt, 1_597_334_677);
  value = Math.imul(value ^ (value >>> 15), 2_246_822_519);
  value = Math.imul(value ^ (value >>> 13), 3_266_489_917);
  return (value ^ (value >>> 16)) >>> 1;
}

function cardOr(percent: number): { tender: Tender; brand: string | null } {
  if (percent < 8) return { tender: "cash", brand: null };
  if (percent < 13) return { tender: "check", brand: null };
  if (percent < 60) return { tender: "card", brand: "Visa" };
  if (percent < 85) return { tender: "card", brand: "Mastercard" };
  return { tender: "card", brand: percent < 97 ? "American Express" : "Discover" };
}

type Kind = {
  kind: BatchKind;
  code: string;
  outcome: IndexedTransactionRow["outcome"];
  phase?: Phase;
};

function kindOf(percent: number): Kind {
  if (percent < 3) return { kind: "refunds", code: "C", outcome: "approved" };
  if (percent < 5) return { kind: "voids", code: "V", outcome: "approved", phase: "voided" };
  if (percent < 10) return { kind: "sales", code: "S", outcome: "declined", phase: "declined" };
  return { kind: "sales", code: "S", outcome: "approved" };
}

const clerks = ["web", "Mira Castellanos", "Jonas Weir", "Ann Okafor", "Pat Lindgren", "Sam Ito"] as const;
export const firstNames =
  "Ann Ben Carla Diego Ella Farid Grace Hugo Ines Jack Kofi Lena Mara Noor Omar Petra Quinn Rosa Sven Tara Uma Vera Will Xenia Yara Zoë".split(
    " ",
  );
export const lastNames =
  "Smith Johnson Lee Müller Garcia O'Brien Novak Okafor Ito Lindgren Castellanos Weir Haddad Kowalski Silva Rossi Dubois Jensen Petrov Nguyen Khan Cohen Murphy Schmidt Andersson Moreau Tanaka Ferrari Hughes Walker Young King Wright Scott Green Baker Adams Nelson Hill Ramirez Campbell Mitchell Roberts Carter Phillips Evans Turner Torres Parker Collins Edwards".split(
    " ",
  );
const descriptions = ["Two wreaths", "Wedding bouquet", "Subscription", "Delivery downtown", "Potted orchid"];
