import { batchNumber } from "#lib/batches/batch-name.ts";
import { heldCurrencies, readSums, type ShownBatch } from "#lib/batches/batch-sums.ts";
import { businessDayBounds } from "#lib/business-day.ts";
import type { DayBatch, DayCheck, DayDetails, DayDrawer } from "#lib/day-end/day-end.ts";
import { toExceptions } from "#lib/day-end/exceptions.ts";
import { ownCurrency } from "#lib/gateway/currencies.ts";
import type { Batch } from "#lib/gateway/schemas/batch.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { withCurrencies } from "#server/gateway-cache/batch-currencies.ts";
import { listDepositProblems } from "../attention/deposit-problems.ts";
import { businessClock } from "../business-clock.ts";
import { readStates } from "../reconciliation/runs.ts";

/** The drawers and batches that closed on a business day, and what is not as it should be. Costs the gateway nothing. */
export async function readDetails(
  day: string,
  checks: readonly DayCheck[],
  now: number,
): Promise<DayDetails> {
  const bounds = businessDayBounds(businessClock(), day);
  const [drawers, batches, deposits] = await Promise.all([
    listDrawers(bounds),
    listBatches(bounds),
    listDepositProblems(now),
  ]);
  const open = [...checks.flatMap(({ items }) => items), ...deposits];
  return { drawers, batches, exceptions: toExceptions(open, env().gatewayTimeZone, now) };
}

type Bounds = { from: number; until: number };

async function listDrawers({ from, until }: Bounds): Promise<DayDrawer[]> {
  const rows = await db()
    .selectFrom("drawer_shifts")
    .selectAll()
    .where("state", "=", "closed")
    .where("closed_at", ">=", from)
    .where("closed_at", "<", until)
    .orderBy("number")
    .execute();
  return rows.flatMap((row) =>
    row.report === null
      ? []
      : [
          {
            drawer: row.drawer,
            shift: row.number,
            closedBy: row.closed_by_name ?? "",
            approvedBy: row.approved_by_name ?? undefined,
            report: row.report,
            expectedCents: row.expected_cents ?? 0,
            countedCents: row.counted_cents ?? 0,
          },
        ],
  );
}

async function listBatches({ from, until }: Bounds): Promise<DayBatch[]> {
  const rows = await db()
    .selectFrom("history_batches")
    .leftJoin("cached_batches", (join) =>
      join.onRef("cached_batches.key", "=", "history_batches.batch_key").on("cached_batches.closed", "=", 1),
    )
    .select(["batch_key", "sequence", "closed_at", "batch"])
    .where("closed_at", ">=", from)
    .where("closed_at", "<", until)
    .orderBy("closed_at")
    .execute();
  const states = await readStates(rows.map(({ batch_key }) => batch_key));
  return Promise.all(
    rows.map(async ({ batch_key: key, sequence, closed_at, batch }) => {
      const read: Batch | undefined = batch ? JSON.parse(batch) : undefined; // the gateway's object
      return {
        key,
        name: batchNumber({ ...read, key, sequence: sequence ?? read?.sequence }),
        closedAt: closed_at ?? 0,
        sums: read && sumsOf(await withCurrencies({ ...read, key })),
        state: states[key],
      };
    }),
  );
}

function sumsOf(batch: ShownBatch): DayBatch["sums"] {
  const own = readSums(batch)?.total;
  if (own) return [{ currency: ownCurrency, ...own }];
  return batch.currencies?.kind === "several" && batch.currencies.sums
    ? heldCurrencies(batch.currencies.sums).map(({ currency, total }) => ({ currency, ...total }))
    : undefined;
}
