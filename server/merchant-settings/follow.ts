import type { Kysely } from "kysely";
import { endUnlessServed } from "#server/accounts/end-unless-served.ts";
import { isFirstStart } from "#server/background.ts";
import { adoptKeyring, loadKeyring } from "#server/data-keys/keyring.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { log } from "#server/log.ts";
import { applyOverrides } from "./overrides.ts";

/** Every console process reads the changed settings this often: a change counts everywhere within a second. */
const everyMs = 500;

/**
 * Reads what the page Settings and a change of keys left in the store and keeps following it, once per process. That of a further
 * gateway account ends with it. Rejects when the store can't be read.
 */
export async function startFollowingSettings(): Promise<void> {
  if (!isFirstStart("merchant-console.following-settings")) return;
  await adoptKeyring(db());
  await readOverrides(db());
  const turn = async () => {
    // The last settings stay in effect; a health check reports the store.
    await Promise.all([readOverrides(db()), loadKeyring(db()), endUnlessServed(db())]).catch(() => undefined);
    setTimeout(turn, everyMs).unref();
  };
  setTimeout(turn, everyMs).unref();
}

/** Puts what the store says into effect in this process now. */
export async function readOverrides(store: Kysely<Database>): Promise<void> {
  const rows = await store
    .selectFrom("merchant_settings")
    .select(["name", "value"])
    .where("value", "is not", null)
    .orderBy("name")
    .execute();
  const texts = Object.fromEntries(
    rows.flatMap(({ name, value }) => (value === null ? [] : [[name, value]])),
  );
  const unread = applyOverrides(texts).join(", ");
  if (unread !== lastUnread && unread !== "")
    log.error({ settings: unread }, "changed settings can't be read: those of the environment count");
  lastUnread = unread;
}

let lastUnread = "";
