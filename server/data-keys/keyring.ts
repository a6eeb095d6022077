import type { Kysely } from "kysely";
import { findHead } from "#server/audit/record.ts";
import type { Database } from "#server/db/database.ts";
import type { DataKeysTable } from "#server/db/tables/data-keys.ts";
import { log } from "#server/log.ts";
import { dataKeys, givenDataKey } from "#server/payments/card-data/secrets.ts";
import { lockName } from "#server/sql/lock.ts";
import { currentKeyring, setKeyring } from "./keyring-state.ts";

export const keyringLock = "data keys";

/** Reads which key the store is written under and which ones came before. Throws where the store isn't migrated. */
export async function loadKeyring(store: Kysely<Database>): Promise<void> {
  const rows = await store.selectFrom("data_keys").selectAll().orderBy("since").orderBy("key_id").execute();
  setKeyring({
    activeId: rows.find(({ retired_at }) => retired_at === null)?.key_id,
    retired: rows.flatMap(({ key_id: id, wrapped }) => (wrapped === null ? [] : [{ id, wrapped }])),
  });
}

/** Loads the keyring of a store that may be empty, or of an earlier version without its table. */
export const loadKeyringIfAny = (store: Kysely<Database>): Promise<void> =>
  loadKeyring(store).catch(() => undefined);

/** Adds a key of a backup that is read, so that what it keyed can be checked. */
export function addRetired({ key_id: id, wrapped }: Pick<DataKeysTable, "key_id" | "wrapped">): void {
  const { activeId, retired } = currentKeyring();
  if (wrapped !== null && !retired.some((one) => one.wrapped === wrapped))
    setKeyring({ activeId, retired: [...retired, { id, wrapped }] });
}

/**
 * At a start: a store that doesn't say yet which key it is written under goes on with the one of its audit log, and a new one begins with
 * CONSOLE_DATA_KEY. From then on only a rotation changes it, for all processes at once.
 */
export async function adoptKeyring(store: Kysely<Database>): Promise<void> {
  await store.transaction().execute(async (transaction) => {
    await lockName(transaction, keyringLock);
    const { count } = await transaction
      .selectFrom("data_keys")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    if (Number(count) > 0) return;
    const head = await findHead(transaction);
    const known = await dataKeys();
    const { id } = known.find(({ prefix }) => head?.hash.startsWith(prefix)) ?? (await givenDataKey());
    await transaction
      .insertInto("data_keys")
      .values({ key_id: id, wrapped: null, since: Date.now(), retired_at: null })
      .execute();
  });
  await loadKeyring(store);
  const { activeId } = currentKeyring();
  if (!(await dataKeys()).some(({ id }) => id === activeId))
    log.warn(
      "the store was written under another data key: set it as CONSOLE_DATA_KEY_OLD and run npm run keys:rotate",
    );
}
