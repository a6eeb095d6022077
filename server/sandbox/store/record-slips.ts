import { sql } from "kysely";
import { preparedQuery } from "./prepared-query.ts";
import type { Slip } from "./slip.ts";
import type { Db } from "./store.ts";

/** Numbers for so many payments, which nobody else gets. */
export async function drawNumbers(db: Db, count: number): Promise<number[]> {
  const [drawn] = await draw(db, { count });
  if (!drawn) throw new Error("The store gave no numbers to new transactions.");
  return drawn.numbers;
}

const draw = preparedQuery((db, { count }: { count: number }) =>
  db.selectNoFrom(
    // As durable as the payments that use them, whose commit comes behind: nobody needs to wait for the disk here.
    sql<number[]>`(select json_agg(nextval('transactions_id_seq'))
      from generate_series(1, ${count}), set_config('synchronous_commit', 'off', true))`.as("numbers"),
  ),
);

/**
 * Records slips by one statement, which is a commit of its own, and numbers them. Those whose payment may not be made as
 * it was put down are left out; gives these.
 */
export async function recordSlips(db: Db, slips: readonly Slip[]): Promise<ReadonlySet<Slip>> {
  const uniques = slips.flatMap(({ unique }) => unique ?? []);
  const payments = slips.flatMap(({ payment, number }, at) =>
    payment ? [{ place: at + 1, id: number, ...payment }] : [],
  );
  const events = slips.flatMap(({ event }, at) => (event ? [{ place: at + 1, ...event }] : []));
  const [recorded] = await record(db, {
    kinds: slips.map(({ unique }) => unique?.kind ?? null),
    // The earliest will do for all: who is left out for it finds out in a transaction.
    since: Math.min(...uniques.map(({ since }) => since), Number.MAX_SAFE_INTEGER),
    batchKey: slips.find(({ batchKey }) => batchKey)?.batchKey ?? null,
    payments: JSON.stringify(payments),
    events: events.length > 0 ? JSON.stringify(events) : null,
  });
  if (!recorded) throw new Error("The store did not say what it recorded.");
  const leftOut = new Set<Slip>();
  for (const [place, slip] of slips.entries()) {
    const number = recorded.numbers[place];
    if (number) {
      slip.number ??= number;
      slip.recorded = true;
    } else leftOut.add(slip);
  }
  return leftOut;
}

type Recorded = {
  kinds: (string | null)[];
  since: number;
  batchKey: string | null;
  payments: string;
  events: string | null;
};

const record = preparedQuery((db, { kinds, since, batchKey, payments, events }: Recorded) =>
  db.selectNoFrom(
    sql<(number | null)[]>`record_slips(${kinds}, ${since}, ${batchKey}, ${payments}, ${events})`.as(
      "numbers",
    ),
  ),
);
