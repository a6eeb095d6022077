import { sql } from "kysely";
import { type Callers, callersOf, noteGrant, type Permit } from "./permit.ts";
import { preparedQuery } from "./prepared-query.ts";
import type { Grant } from "./rate-counters.ts";
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

/** What is to be recorded, for a request that may still have to be counted. */
export type Entry = { slip: Slip; permit: Permit | undefined };

/**
 * Counts the requests that are not counted yet, then records the slips of those let in and numbers them: one statement, two
 * commits, of which only the second waits for the disk. Those whose payment may not be made as it was put down are left
 * out, as are those who were not let in; gives these.
 */
export async function recordSlips<Each extends Entry>(
  db: Db,
  entries: readonly Each[],
): Promise<ReadonlySet<Each>> {
  const callers = callersOf(entries.map(({ permit }) => permit));
  const [recorded] = await record(db, { ...toCounting(callers, entries), ...toRecording(entries) });
  if (!recorded) throw new Error("The store did not say what it recorded.");
  const { counted, numbers } = recorded.answer;
  for (const [place, { permits }] of callers.entries()) {
    const grant = counted?.[place];
    if (grant) noteGrant(permits, grant);
  }
  const leftOut = new Set<Each>();
  for (const [place, entry] of entries.entries()) {
    const number = numbers[place];
    if (number) {
      entry.slip.number ??= number;
      entry.slip.recorded = true;
    } else leftOut.add(entry);
  }
  return leftOut;
}

/** Callers and what they ask for, and for each entry the place from 1 of the one that asks. */
function toCounting(callers: Callers, entries: readonly Entry[]) {
  const places = new Map(callers.flatMap(({ permits }, at) => permits.map((permit) => [permit, at + 1])));
  return {
    callers: callers.map(({ scope }) => scope),
    asked: callers.map(({ permits }) => permits.length),
    minutes: callers.map(({ limits }) => limits.minute),
    days: callers.map(({ limits }) => limits.day),
    asking: callers.length > 0 ? entries.map(({ permit }) => (permit && places.get(permit)) ?? null) : null,
  };
}

function toRecording(entries: readonly Entry[]) {
  const slips = entries.map(({ slip }) => slip);
  const uniques = slips.flatMap(({ unique }) => unique ?? []);
  const payments = slips.flatMap(({ payment, number }, at) =>
    payment ? [{ place: at + 1, id: number, ...payment }] : [],
  );
  const events = slips.flatMap(({ event }, at) => (event ? [{ place: at + 1, ...event }] : []));
  return {
    kinds: slips.map(({ unique }) => unique?.kind ?? null),
    // The earliest will do for all: who is left out for it finds out in a transaction.
    since: Math.min(...uniques.map(({ since }) => since), Number.MAX_SAFE_INTEGER),
    batchKey: slips.find(({ batchKey }) => batchKey)?.batchKey ?? null,
    payments: JSON.stringify(payments),
    events: events.length > 0 ? JSON.stringify(events) : null,
  };
}

type Recording = ReturnType<typeof toCounting> & ReturnType<typeof toRecording>;
type Recorded = { answer: { counted: Grant[] | null; numbers: (number | null)[] } };

const record = preparedQuery((db, recording: Recording) => {
  const { callers, asked, minutes, days, asking, kinds, since, batchKey, payments, events } = recording;
  const call = sql<Recorded>`call record_slips(${callers}, ${asked}, ${minutes}, ${days}, ${asking},
    ${kinds}, ${since}, ${batchKey}, ${payments}, ${events})`;
  return { compile: () => call.compile(db) };
});
