import { randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { compactDue } from "./forget-old-digests.ts";

/** Removes signatures that were unkeyed digests of a file's first row, which could be a card's. The next file is mapped once more. */
export async function forgetUnkeyedSignatures(db: Kysely<unknown>): Promise<void> {
  const { numAffectedRows = 0n } = await sql`delete from bulk_mappings`.execute(db);
  if (numAffectedRows > 0n) await rewritePages(db);
}

/** Gives events that were named by an unkeyed digest of their unmasked body a random name instead. */
export async function renameUnkeyedEvents(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ event_id: string }>`
    select event_id from webhook_events where event_id like 'body-%'`.execute(db);
  for (const { event_id: old } of rows) {
    const name = `body-${randomBytes(32).toString("hex")}`;
    await sql`update webhook_events set event_id = ${name} where event_id = ${old}`.execute(db);
  }
  if (rows.length > 0) await rewritePages(db);
}

async function rewritePages(db: Kysely<unknown>): Promise<void> {
  await sql`insert into settings (name, value) values (${compactDue}, '1')
    on conflict (name) do nothing`.execute(db);
}
