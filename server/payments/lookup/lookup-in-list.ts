import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { readMoment } from "#lib/time.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import type { Known, LookupContext } from "./context.ts";
import { listedAs } from "./evidence-source.ts";
import type { LookupNotes } from "./notes.ts";
import { readPage } from "./pages.ts";
import { resolveByReference } from "./resolve-by-reference.ts";
import { clockDoubtMs, processedBy, provenFrom, sentAt } from "./times.ts";

export const listName = "the gateway's latest transactions";

/** The result of reading `GET /transactions` (an extension) once. */
export type ListResult =
  | { kind: "absent" | "unavailable" }
  | {
      kind: "read";
      /** Epoch ms at which it began: what had happened by then was seen, as far down as it was read. */
      at: number;
      settled: string[];
      /** Whether all that could be this attempt has been read. */
      covers(row: AttemptRow): boolean;
      /** Whether this attempt's absence proves that it never happened. */
      disproves(row: AttemptRow): Promise<boolean>;
    };

/** Reads the list once for all candidates, no further down than one of them may be. */
export async function lookupInList(
  candidates: readonly { row: AttemptRow; notes: LookupNotes | undefined }[],
  context: LookupContext,
): Promise<ListResult> {
  const at = context.clock();
  const missing = new Map(
    candidates.map(({ row, notes }) => [row.id, { row, covered: notes?.covered === true }]),
  );
  const reading = newReading();
  const settled: string[] = [];
  for (let offset = 0; ; ) {
    const page = await readPage((asked) => context.gateway.listTransactions(asked), offset);
    if (page.kind !== "answered")
      return offset === 0 ? { kind: page.kind } : finish(at, settled, reading, context);
    const noted = await resolveByReference(page.value.items, listName, context);
    settled.push(...noted.settled);
    for (const id of noted.settled) missing.delete(id);
    readOn(reading, page.value, noted.known, context);
    const isDeepEnough = [...missing.values()].every(({ row, covered }) => covered || reaches(reading, row));
    if (isDeepEnough || page.value.isLast || page.value.next > maxRows)
      return finish(at, settled, reading, context);
    offset = page.value.next;
  }
}

/** No further at once: anything deeper is left to the batches. */
const maxRows = 50_000;

type Reading = {
  keys: Set<string>;
  isReadToEnd: boolean;
  /** Epoch ms: all that we sent later is above what was read, since one of ours that was answered by then is there. */
  anchor: number;
  /** Epoch ms by the gateway's clock of the oldest one read. */
  oldest: number;
  kinds: Set<string>;
  /** Epoch ms: when the latest of ours that it shows was sent. */
  latest: number;
};

const newReading = (): Reading => ({
  keys: new Set(),
  isReadToEnd: false,
  anchor: Number.POSITIVE_INFINITY,
  oldest: Number.POSITIVE_INFINITY,
  kinds: new Set(),
  latest: Number.NEGATIVE_INFINITY,
});

function readOn(
  reading: Reading,
  { items, isLast }: { items: TransactionDetail[]; isLast: boolean },
  known: readonly Known[],
  { timeZone }: LookupContext,
): void {
  for (const { key } of items) if (key !== undefined) reading.keys.add(key);
  reading.isReadToEnd ||= isLast;
  reading.oldest = Math.min(reading.oldest, readMoment(timeZone, items.at(-1)?.created) ?? reading.oldest);
  for (const { sent_at } of known) reading.latest = Math.max(reading.latest, sent_at ?? reading.latest);
  for (const attempt of known.filter(({ state }) => state === "answered")) {
    reading.anchor = Math.min(reading.anchor, attempt.outcome_at ?? Number.POSITIVE_INFINITY);
    reading.kinds.add(listedAs(attempt));
  }
}

const reaches = ({ isReadToEnd, anchor, oldest }: Reading, row: AttemptRow) =>
  isReadToEnd || anchor < sentAt(row) || oldest < sentAt(row) - clockDoubtMs;

async function finish(
  at: number,
  settled: string[],
  reading: Reading,
  { records, timeoutMs }: LookupContext,
): Promise<ListResult> {
  const lagBefore = (await records.listLag()) ?? Number.POSITIVE_INFINITY;
  const lag = Math.min(lagBefore, at - reading.latest);
  if (lag < lagBefore) await records.noteListLag(lag);
  // A list may lag: as far as it has been seen to lag, it could still lack the latest transactions.
  const covers = (row: AttemptRow) =>
    reaches(reading, row) && at >= provenFrom(row, timeoutMs) && at - lag >= processedBy(row, timeoutMs);
  return {
    kind: "read",
    at,
    settled,
    covers,
    disproves: async (row) => {
      if (!covers(row)) return false;
      // A list that shows none of its kind, or lacks one that we know of, may lack this one too.
      if (!reading.kinds.has(listedAs(row))) return false;
      const answered = await records.answeredKeys(sentAt(row), at);
      return answered.every((key) => reading.keys.has(key));
    },
  };
}
