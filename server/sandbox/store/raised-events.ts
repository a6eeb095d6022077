import type { EventName } from "#lib/gateway/events.ts";
import { isPostgres } from "./dialect.ts";
import { preparedQuery } from "./prepared-query.ts";
import type { Db } from "./store.ts";
import type { BatchReference } from "./tables/batches.ts";
import type { RaisedEventsTable } from "./tables/raised-events.ts";
import type { TransactionRow } from "./tables/transactions.ts";
import type { TransactionDetails } from "./transaction-details.ts";

/** An event and all it tells of its record, as that was at the time. */
export type RaisedEvent = { event: EventName; at: number; row: ToldRow; batch: BatchReference | undefined };

/** Of a transaction what its events tell. */
export type ToldRow = Pick<
  TransactionRow,
  | "id"
  | "key"
  | "created_at"
  | "tender"
  | "trantype_code"
  | "status_code"
  | "result_code"
  | "error_code"
  | "error"
  | "amount"
> & { details: Pick<TransactionDetails, "orderid" | "check" | "expires_at"> };

/** Keeps events in one row until they are put into the outbox: a row for each would cost a payment as much as its own. */
export function insertRaised(db: Db, events: readonly RaisedEvent[]): Promise<unknown[]> | unknown[] {
  const raised_at = Math.max(...events.map(({ at }) => at));
  return insertRow(db, { raised_at, events: JSON.stringify(events) });
}

const insertRow = preparedQuery((db, row: Omit<RaisedEventsTable, "id">) =>
  db.insertInto("raised_events").values({ raised_at: row.raised_at, events: row.events }),
);

/** Takes the oldest row away and gives its events, to be put into the outbox; none when there is no row that is nobody else's. */
export async function takeRaised(db: Db): Promise<RaisedEvent[]> {
  const oldest = db.selectFrom("raised_events").selectAll().orderBy("id").limit(1);
  const row = await (isPostgres(db) ? oldest.forUpdate().skipLocked() : oldest).executeTakeFirst();
  if (!row) return [];
  await db.deleteFrom("raised_events").where("id", "=", row.id).execute();
  return JSON.parse(row.events) as RaisedEvent[];
}
