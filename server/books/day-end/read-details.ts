import { batchNumber } from "#lib/batches/batch-name.ts";
import { heldCurrencies, readSums, type ShownBatch } from "#lib/batches/batch-sums.ts";
import { businessDayBounds } from "#lib/business-day.ts";
import type { DayBatch, DayDetails, DayDrawer, DayEndTask } from "#lib/day-end/day-end.ts";
import { toExceptions } from "#lib/day-end/exceptions.ts";
import { ownCurrency } from "#lib/gateway/currencies.ts";
import type { Batch } from "#lib/gateway/schemas/batch.ts";
import { readMoment } from "#lib/time.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { withCurrencies } from "#server/gateway-cache/batch-currencies.ts";
import { listDepositProblems } from "../attention/deposit-problems.ts";
import { businessClock } from "../business-clock.ts";
import { readStates } from "../reconciliation/runs.ts";

/** The drawers and batches that closed on a business day, and what is not as it should be. Costs the gateway nothing. */
export async function readDetails(
  day: string,
  checks: readonly DayEndTask[],
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

async function listBatches(bounds: Bounds): Promise<DayBatch[]> {
  const rows = [...(await listListed(bounds)), ...(await listJustClosed(bounds))];
  rows.sort((one, other) => one.closedAt - other.closedAt);
  const states = await readStates(rows.map(({ key }) => key));
  return Promise.all(
    rows.map(async ({ key, sequence, closedAt, batch }) => ({
      key,
      name: batchNumber({ ...batch, key, sequence: sequence ?? batch?.sequence }),
      closedAt,
      sums: batch && sumsOf(await withCurrencies({ ...batch, key })),
      state: states[key],
    })),
  );
}

type ClosedRow = { key: string; sequence: string | null; closedAt: number; batch: Batch | undefined };

/** As the gateway's list showed them. */
async function listListed({ from, until }: Bounds): Promise<ClosedRow[]> {
  const rows = await db()
    .selectFrom("history_batches")
    .leftJoin("cached_batches", (join) =>
      join.onRef("cached_batches.key", "=", "history_batches.batch_key").on("cached_batches.closed", "=", 1),
    )
    .select(["batch_key", "sequence", "closed_at", "batch"])
    .where("closed_at", ">=", from)
    .where("closed_at", "<", until)
    .execute();
  return rows.map(({ batch_key: key, sequence, closed_at, batch }) => ({
    key,
    sequence,
    closedAt: closed_at ?? 0,
    batch: batch ? JSON.parse(batch) : undefined, // the gateway's object
  }));
}

/** Read as closed since the gateway's list was read last. */
async function listJustClosed({ from, until }: Bounds): Promise<ClosedRow[]> {
  const rows = await db()
    .selectFrom("cached_batches")
    .leftJoin("history_batches", "history_batches.batch_key", "cached_batches.key")
    .select(["cached_batches.key", "sequence", "batch"])
    .where("cached_batches.closed", "=", 1)
    .where("history_batches.closed_at", "is", null)
    .execute();
  return rows.flatMap(({ key, sequence, batch: text }) => {
    const batch: Batch = JSON.parse(text); // the gateway's object
    const closedAt = readMoment(env().gatewayTimeZone, batch.closed);
    const isOfDay = closedAt !== undefined && closedAt >= from && closedAt < until;
    return isOfDay ? [{ key, sequence, closedAt, batch }] : [];
  });
}

function sumsOf(batch: ShownBatch): DayBatch["sums"] {
  const own = readSums(batch)?.total;
  if (own) return [{ currency: ownCurrency, ...own }];
  return batch.currencies?.kind === "several" && batch.currencies.sums
    ? heldCurrencies(batch.currencies.sums).map(({ currency, total }) => ({ currency, ...total }))
    : undefined;
}
