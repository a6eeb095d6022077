import type { Kysely } from "kysely";
import type { Database } from "#server/db/database.ts";
import { log } from "#server/log.ts";
import { accountOf } from "#server/sql/account-of.ts";

/**
 * Ends the console of a further account, as a signal to stop does, once its account was removed or is another than it was started with:
 * its keys and addresses count no more. The starter does so too, while it runs and reads the list.
 */
export async function endUnlessServed(db: Kysely<Database>): Promise<void> {
  const id = accountOf(db);
  if (id === undefined || isEnding) return;
  const row = await db
    .selectFrom("gateway_accounts")
    .select("version")
    .where("id", "=", id)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  if (row && String(row.version) === process.env.CONSOLE_ACCOUNT_VERSION) return;
  isEnding = true;
  log.warn("the console ends: its gateway account was changed or removed");
  process.kill(process.pid, "SIGTERM");
}

let isEnding = false;
