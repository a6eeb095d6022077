import { type Kysely, sql } from "kysely";

/** A row of `settings` while pages with removed data are still to be rewritten (compact.ts). */
export const compactDue = "compact-due";

/**
 * Removes what older versions keyed with `journal-key`, a key in the same store: from the store alone it gave card and
 * account numbers back, and security codes. What the digests were for goes on without them: an attempt is found by its id
 * and compared by the request that was kept, and the rows of files sent before this version are not recognized again.
 */
export async function forgetOldDigests(db: Kysely<unknown>): Promise<void> {
  const removed = [
    await sql`delete from settings where name = 'journal-key'`.execute(db),
    await sql`update attempts set fingerprint = null, digest = ''`.execute(db),
    await sql`delete from card_tokens`.execute(db),
    await sql`delete from bulk_lines`.execute(db),
    await sql`delete from bulk_traces`.execute(db),
  ];
  if (removed.some(({ numAffectedRows = 0n }) => numAffectedRows > 0n))
    await sql`insert into settings (name, value) values (${compactDue}, '1')`.execute(db);
}
