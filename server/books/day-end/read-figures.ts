import type { CountedSum, CurrencyFigures, DayFigures } from "#lib/day-end/day-end.ts";
import type { Tender } from "#lib/gateway/commands.ts";
import { currencyOf, ownCurrency } from "#lib/gateway/currencies.ts";
import { db } from "#server/db/db.ts";
import { sha256Hex } from "#server/sha256.ts";
import { indexAttempts } from "../index/index-attempts.ts";

/** The figures of a business day, up to the last payment, with a hash of every payment that counts. */
export async function readFigures(day: string): Promise<DayFigures> {
  await indexAttempts();
  const rows = await db()
    .selectFrom("indexed_transactions")
    .select(["id", "tender", "phase", "cents", "net_cents", "currency"])
    .where("business_day", "=", day)
    .where((eb) => eb.or([eb("net_cents", "<>", 0), eb("phase", "in", ["voided", "released"])]))
    .execute();
  const byCurrency = Map.groupBy(rows, ({ currency }) => currencyOf(currency ?? undefined).code);
  const others = [...byCurrency.keys()].filter((code) => code !== ownCurrency).sort();
  const counted = rows.filter(({ net_cents }) => net_cents !== 0);
  return {
    day,
    transactions: counted.length,
    currencies: [ownCurrency, ...others].map((code) => toFigures(code, byCurrency.get(code) ?? [])),
    rowsHash: sha256Hex(
      counted
        .map(({ id, net_cents, currency }) => `${id} ${net_cents} ${currencyOf(currency ?? undefined).code}`)
        .sort()
        .join("\n"),
    ),
  };
}

/** The business day of the first payment that the console knows, once the figures are read. */
export async function readFirstDay(): Promise<string | undefined> {
  const { first } = await db()
    .selectFrom("indexed_transactions")
    .select((eb) => eb.fn.min<string | null>("business_day").as("first"))
    .executeTakeFirstOrThrow();
  return first ?? undefined;
}

export const fingerprintOf = (figures: DayFigures): string => sha256Hex(JSON.stringify(figures));

type Row = { tender: Tender; phase: string; cents: number | null; net_cents: number };

const tendersInOrder = ["card", "token", "check", "cash"] as const satisfies Tender[];

function toFigures(currency: string, rows: readonly Row[]): CurrencyFigures {
  const net = (of: readonly Row[]) => of.reduce((sum, { net_cents }) => sum + net_cents, 0);
  const sales = rows.filter(({ net_cents }) => net_cents > 0);
  const refunds = rows.filter(({ net_cents }) => net_cents < 0);
  const voids = rows.filter(({ net_cents }) => net_cents === 0);
  const sum = (of: readonly Row[], cents: number): CountedSum => ({ count: of.length, cents });
  return {
    currency,
    tenders: tendersInOrder.flatMap((tender) => {
      const paid = sales.filter((row) => row.tender === tender);
      return paid.length === 0 ? [] : [{ tender, ...sum(paid, net(paid)) }];
    }),
    refunds: sum(refunds, Math.abs(net(refunds))),
    voids: sum(
      voids,
      voids.reduce((all, { cents }) => all + (cents ?? 0), 0),
    ),
    netCents: net(rows),
  };
}
