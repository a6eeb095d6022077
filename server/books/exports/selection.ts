import { createHash } from "node:crypto";
import { resolveDays, type SearchClock } from "#lib/search/days.ts";
import { print } from "#lib/search/print.ts";
import { conditionsOf, type Query, type Value, withoutInvalid } from "#lib/search/query.ts";
import type { Asking } from "../search/common-terms.ts";

type Store = Asking["store"];

/**
 * Tells the sums of a day of one selection from those of another: the same letters and digits for the same conditions in
 * any order, "" for whole days. Conditions on days alone choose whole days, and a sum names its day anyway.
 */
export async function selectionMark(query: Query, at: SearchClock, store: Store): Promise<string> {
  const conditions = conditionsOf(withoutInvalid(query)).filter((item) => !isOfDays(item));
  const spelled = await spellAll(conditions, at, store);
  return spelled.length === 0 ? "" : toMark(spelled.join(" "));
}

/** Spelled with a-z and 0-9. */
function toMark(text: string): string {
  const digest = createHash("sha256").update(text.toLowerCase()).digest("hex").slice(0, 16);
  return BigInt(`0x${digest}`).toString(36).padStart(markLength, "0").slice(-markLength);
}

const markLength = 8;

function isOfDays(query: Query): boolean {
  switch (query.kind) {
    case "and":
    case "or":
      return query.items.every(isOfDays);
    case "not":
      return isOfDays(query.item);
    default:
      return query.kind === "term" && query.field === "day";
  }
}

async function spellAll(items: readonly Query[], at: SearchClock, store: Store): Promise<string[]> {
  const spelled = await Promise.all(items.map((item) => spell(item, at, store)));
  return [...new Set(spelled)].sort();
}

/** In one order, with what `open` and `today` mean now: tomorrow they choose something else. */
async function spell(query: Query, at: SearchClock, store: Store): Promise<string> {
  switch (query.kind) {
    case "and":
    case "or":
      return `(${(await spellAll(query.items, at, store)).join(` ${query.kind} `)})`;
    case "not":
      return `-${await spell(query.item, at, store)}`;
    case "term": {
      const spelled = await Promise.all(query.values.map((value) => spellValue(query, value, at, store)));
      return [...new Set(spelled.flat())].sort().join(" or ");
    }
    default:
      return print(query);
  }
}

async function spellValue(
  term: Extract<Query, { kind: "term" }>,
  value: Value,
  at: SearchClock,
  store: Store,
): Promise<string[]> {
  if (value.is === "days") {
    const { from = "", to = "" } = resolveDays(value, at);
    return [`day:${from}..${to}`];
  }
  const isBatch = term.field === "batch" && value.is === "text" && !value.prefix;
  const keys = isBatch ? await batchKeys(value.text, store) : [];
  return keys.length > 0 ? keys.map((key) => `batch:${key}`) : [print({ ...term, values: [value] })];
}

/** As the search finds a batch by its number or by the word `open`. */
async function batchKeys(text: string, store: Store): Promise<string[]> {
  const isOpen = /^(?:open|current)$/i.test(text);
  const rows = await store
    .selectFrom("history_batches")
    .select("batch_key")
    .where((where) =>
      isOpen
        ? where("closed_at", "is", null)
        : where.or([where("batch_key", "=", text), where("sequence", "=", text)]),
    )
    .execute();
  return rows.map(({ batch_key }) => batch_key);
}
