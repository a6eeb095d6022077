import type { Kysely } from "kysely";
import { checkMatches } from "#server/books/deposits/match-audit.ts";
import type { Database } from "#server/db/database.ts";
import type { AuditEventsTable } from "#server/db/tables/audit/audit-events.ts";
import { type AuditFault, checkCompleteness } from "#server/payments/attempts/attempt-audit.ts";
import { digestsFor, keyPrefixes } from "#server/payments/card-data/secrets.ts";
import { type AuditHead, chainedText } from "./record.ts";
import { findUnrecordedRows } from "./unrecorded-rows.ts";

export type AuditVerdict = {
  /** How many were checked. */
  events: number;
  /** False when the time ended before the log did. */
  isWhole: boolean;
  head: AuditHead | undefined;
  /** Whether each event is as it was written and follows the one before. */
  integrity: AuditFault[];
  /** Whether each money command and each automatic match of a deposit has its events, and each such event its command or match; and other records theirs. */
  completeness: AuditFault[];
  /** Up to where heads kept elsewhere agree: 0 when there are none. */
  anchoredTo: number;
  /** Heads kept elsewhere that the log doesn't have any more. */
  anchors: AuditFault[];
};

/**
 * Checks the whole log. Integrity finds an event that was changed, inserted or removed by anyone without the data key; completeness
 * also finds removed newest ones, as long as what they are about is there: payments, users, shifts, signed days, exports … Only anchors,
 * heads kept outside this store, find a log that was rewritten with the key, or one whose newest events were deleted together with that,
 * or were about nothing that is kept (sign-ins, refusals), for which nobody needs the key. Reads no further once it is past `until` (epoch ms).
 */
export async function verifyLog(
  store: Kysely<Database>,
  anchors: readonly AuditHead[] = [],
  until = Number.POSITIVE_INFINITY,
): Promise<AuditVerdict> {
  const integrity: AuditFault[] = [];
  const missing = new Map(anchors.map(({ position, hash }) => [`${position}:${hash}`, position]));
  let anchoredTo = 0;
  let head: AuditHead | undefined;
  let isWhole = true;
  const check = await chainCheck();
  for await (const row of readAll(store)) {
    for (const message of check(row, head)) integrity.push({ at: `event ${row.position}`, message });
    head = { position: row.position, hash: row.hash };
    if (missing.delete(`${row.position}:${row.hash}`) && integrity.length === 0) anchoredTo = row.position;
    if (row.position % slice === 0 && Date.now() > until) {
      isWhole = false;
      break;
    }
  }
  return {
    events: head?.position ?? 0,
    head,
    integrity,
    isWhole,
    completeness: isWhole ? await findGaps(store) : [],
    anchoredTo,
    anchors: (isWhole ? [...missing.values()] : []).map((position) => ({
      at: `event ${position}`,
      message: "The log no longer has the event that was anchored: it was rewritten or cut off.",
    })),
  };
}

const findGaps = async (store: Kysely<Database>): Promise<AuditFault[]> => [
  ...(await checkCompleteness(store)),
  ...(await checkMatches(store)),
  ...(await findUnrecordedRows(store)),
];

type Row = AuditEventsTable;

/** Finds what is wrong with an event, given the one before it. */
export async function chainCheck(): Promise<(row: Row, before: AuditHead | undefined) => string[]> {
  const digests = await digestsFor("audit event");
  const prefixes = await keyPrefixes();
  return (row, before) => {
    const problems: string[] = [];
    const expected = (before?.position ?? 0) + 1;
    if (row.position !== expected) problems.push(`Events ${expected} to ${row.position - 1} are missing.`);
    else if (row.previous !== (before?.hash ?? "")) problems.push("It doesn't follow the event before it.");
    const text = chainedText(row);
    if (!digests.some((digest) => digest(text) === row.hash))
      problems.push(
        prefixes.some((prefix) => row.hash.startsWith(prefix))
          ? "It was changed after it was written."
          : "It was written under another data key, so it can't be checked. Set CONSOLE_DATA_KEY_OLD to that key.",
      );
    return problems;
  };
}

const slice = 1000;

async function* readAll(store: Kysely<Database>): AsyncGenerator<Row> {
  let last = Number.MIN_SAFE_INTEGER;
  while (true) {
    const rows = await store
      .selectFrom("audit_events")
      .selectAll()
      .where("position", ">", last)
      .orderBy("position")
      .limit(slice)
      .execute();
    yield* rows;
    last = rows.at(-1)?.position ?? last;
    if (rows.length < slice) return;
  }
}
