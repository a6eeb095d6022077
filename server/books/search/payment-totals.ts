import { sql } from "kysely";
import type {
  CurrencyPayments,
  PaymentGroup,
  PaymentSum,
  PaymentTotals,
} from "#lib/batches/payment-totals.ts";
import { byOwnFirst, currencyOf } from "#lib/gateway/currencies.ts";
import type { SearchClock } from "#lib/search/days.ts";
import { type FieldName, fieldRow } from "#lib/search/fields.ts";
import { printForAddress } from "#lib/search/print.ts";
import { combine, type Query, type Value } from "#lib/search/query.ts";
import { db } from "#server/db/db.ts";
import { withinTime } from "#server/sql/within-time.ts";
import { readCoverage } from "../index/coverage.ts";
import { indexAttempts } from "../index/index-attempts.ts";
import { toWhere } from "./conditions.ts";

/** More are not added up while a person waits. */
const maxSummed = 200_000;
const sumTimeMs = 600;

/** What matches adds up to, by tender, card brand and clerk. Costs the gateway nothing. */
export async function paymentTotals(query: Query, at: SearchClock): Promise<PaymentTotals> {
  await indexAttempts();
  const [sums, coverage] = await Promise.all([readSums(query, at), readCoverage()]);
  if (!sums) return { kind: "tooMany" };
  const byCurrency = Map.groupBy(sums, ({ currency }) => currencyOf(currency ?? undefined).code);
  const codes = [...byCurrency.keys()].sort(byOwnFirst);
  return {
    kind: "known",
    isComplete: coverage.isOn && coverage.isComplete,
    readAt: at.now,
    currencies: codes.map((code) =>
      toPayments(
        code,
        byCurrency.get(code) ?? [],
        codes.length > 1 ? withTerm(query, "currency", code) : query,
      ),
    ),
  };
}

type Row = NonNullable<Awaited<ReturnType<typeof readSums>>>[number];

/** Undefined when there are too many, or it takes too long. */
async function readSums(query: Query, at: SearchClock) {
  const rows = await withinTime(db(), sumTimeMs, async (store, inTime) => {
    const where = await toWhere(query, at, { store, inTime }, maxSummed);
    return store
      .selectFrom((from) =>
        from
          .selectFrom("indexed_transactions")
          .select(["currency", "tender", "brand", "net_cents"])
          .select(sql<string | null>`coalesce(user_name, clerk)`.as("clerk"))
          .where(inTime)
          .where(where)
          .where("net_cents", "<>", 0)
          .limit(maxSummed + 1)
          .as("matches"),
      )
      .select(["currency", "tender", "brand", "clerk"])
      .select(({ fn }) => [
        fn.countAll<number>().as("count"),
        sql<number>`sum(case when net_cents > 0 then net_cents else 0 end)`.as("sales"),
        sql<number>`sum(case when net_cents > 0 then 1 else 0 end)`.as("saleCount"),
        sql<number>`sum(case when net_cents < 0 then net_cents else 0 end)`.as("refunds"),
        sql<number>`sum(case when net_cents < 0 then 1 else 0 end)`.as("refundCount"),
      ])
      .groupBy(["currency", "tender", "brand", "clerk"])
      .execute();
  });
  const count = rows?.reduce((sum, row) => sum + row.count, 0) ?? 0;
  return count > maxSummed ? undefined : rows;
}

const groups = ["tender", "brand", "clerk"] as const;

const toPayments = (currency: string, rows: readonly Row[], query: Query): CurrencyPayments => ({
  currency,
  groups: groups.map((by) => toGroup(by, rows, query)).filter(({ rows: sums }) => sums.length > 0),
  all: toSum("All payments", rows, query),
});

function toGroup(by: PaymentGroup["by"], rows: readonly Row[], query: Query): PaymentGroup {
  const byValue = Map.groupBy(rows, (row) => row[by]);
  // Without a card there is no brand.
  if (by === "brand") byValue.delete(null);
  return {
    by,
    rows: [...byValue]
      .map(([value, own]) => {
        const { label, asked } = toValue(by, value);
        return toSum(label, own, asked === undefined ? undefined : withTerm(query, by, asked));
      })
      .sort((one, other) => other.netCents - one.netCents || (one.label < other.label ? -1 : 1)),
  };
}

/** What a search asks for to find a value of the index, if it can. */
function toValue(by: PaymentGroup["by"], value: string | null): { label: string; asked?: string } {
  if (!value) return { label: "No clerk named" };
  if (by === "clerk") return { label: value, asked: value };
  const row = fieldRow(by);
  const known =
    row.kind === "words" ? row.words.find(({ asks }) => "in" in asks && asks.in.includes(value)) : undefined;
  return known ? { label: known.label, asked: known.word } : { label: value };
}

function toSum(label: string, rows: readonly Row[], query: Query | undefined): PaymentSum {
  const sum = (name: "sales" | "saleCount" | "refunds" | "refundCount") =>
    rows.reduce((all, row) => all + Number(row[name]), 0);
  const sales = { cents: sum("sales"), count: sum("saleCount") };
  const refunds = { cents: sum("refunds"), count: sum("refundCount") };
  return {
    label,
    sales,
    refunds,
    netCents: sales.cents + refunds.cents,
    ...(query && {
      found: {
        sales: printForAddress(withTerm(query, "is", "paid")),
        refunds: printForAddress(withTerm(query, "is", "paid-back")),
        all: printForAddress(withTerm(query, "is", "paid", "paid-back")),
      },
    }),
  };
}

const withTerm = (query: Query, field: FieldName, ...asked: string[]): Query =>
  combine("and", [
    query,
    { kind: "term", field, values: asked.map((text) => toTermValue(field, text)), start: 0, end: 0 },
  ]);

/** A name is found by its whole words. */
const toTermValue = (field: FieldName, text: string): Value =>
  fieldRow(field).kind === "words" ? { is: "word", word: text } : { is: "text", text, prefix: false };
