import { setTimeout as delay } from "node:timers/promises";
import type { Kysely } from "kysely";
import { decryptKeys, encryptKeys } from "#server/accounts/encrypted-keys.ts";
import { recordAlone } from "#server/audit/record.ts";
import { decryptSecret, encryptSecret } from "#server/auth/factors/encrypted-secret.ts";
import type { Database } from "#server/db/database.ts";
import type { DataKeysTable } from "#server/db/tables/data-keys.ts";
import { type DataKey, dataKeys, givenDataKey, wrapKey } from "#server/payments/card-data/secrets.ts";
import { findLiving } from "#server/payments/recovery/alive.ts";
import { lockName } from "#server/sql/lock.ts";
import { adoptKeyring, keyringLock, loadKeyring } from "./keyring.ts";
import { currentKeyring } from "./keyring-state.ts";

type Store = Kysely<Database>;

/** Why the keys were not changed; nothing was written. */
export class RotateError extends Error {}

type RotateOptions = {
  /** How long every process has to read of the change before what is left under the old key is looked for. */
  settleMs?: number;
  isLost?: boolean;
  /** Called after the change itself, and after each chunk of rows. */
  onStep?: (step: "switched" | "chunk") => void;
};

export type Rotation = {
  /** The ids of the key before, or undefined when CONSOLE_DATA_KEY was in use already; and of the one in use now. */
  from: string | undefined;
  to: string;
  /** Secrets that were encrypted again now. */
  reencrypted: number;
  /** Secrets under a key that nobody knows any more. */
  unreadable: number;
  /** Earlier keys that the store keeps, encrypted under the current one. */
  retired: number;
};

/**
 * Makes CONSOLE_DATA_KEY the key that all processes write under, keeps the one before in the store, encrypted under the new one, and
 * encrypts again what was encrypted under it. Consoles go on meanwhile. Killed anywhere and run again, it goes on where it was. `isLost`:
 * goes on without a key that nobody has any more; what was under it can neither be read nor checked.
 */
export async function rotateKeys(
  store: Store,
  { settleMs = 2000, isLost = false, onStep = () => {} }: RotateOptions = {},
): Promise<Rotation> {
  await adoptKeyring(store);
  const next = await givenDataKey();
  const from = await switchTo(store, next, isLost);
  onStep("switched");
  await loadKeyring(store);
  await recordOnce(store, next);
  // Until every process has read it, one may still encrypt under the key before.
  if (from !== undefined && (await findLiving(store)).length > 0) await delay(settleMs);
  const reencrypted = (await reencryptFactors(store, next, onStep)) + (await reencryptAccounts(store, next));
  return {
    from,
    to: next.id,
    reencrypted,
    unreadable: await countUnreadable(store),
    retired: currentKeyring().retired.length,
  };
}

/** Throws RotateError where `rotateKeys` would. Writes nothing. */
export async function requireRotatable(store: Store, { isLost = false }: RotateOptions = {}): Promise<void> {
  const next = await givenDataKey();
  await requireKnown(store, next);
  const rows = await store.selectFrom("data_keys").selectAll().execute();
  requireKeyInUse(rows, await dataKeys(), isLost);
}

/** Resolves to the id of the key before; undefined when this one is in use already. */
async function switchTo(store: Store, next: DataKey, isLost: boolean): Promise<string | undefined> {
  const known = await dataKeys();
  await requireKnown(store, next);
  return store.transaction().execute(async (transaction) => {
    await lockName(transaction, keyringLock);
    const rows = await transaction.selectFrom("data_keys").selectAll().execute();
    const active = rows.find(({ retired_at }) => retired_at === null);
    if (active?.key_id === next.id) return undefined;
    requireKeyInUse(rows, known, isLost);
    const now = Date.now();
    for (const { key_id, retired_at } of rows) {
      const key = known.find(({ id }) => id === key_id);
      // Each retired key is encrypted under the new one, so that this one alone opens them all.
      if (key_id !== next.id)
        await transaction
          .updateTable("data_keys")
          .set({ retired_at: retired_at ?? now, ...(key && { wrapped: wrapKey(key, next) }) })
          .where("key_id", "=", key_id)
          .execute();
    }
    const current = { wrapped: null, since: now, retired_at: null };
    await transaction
      .insertInto("data_keys")
      .values({ key_id: next.id, ...current })
      .onConflict((conflict) => conflict.column("key_id").doUpdateSet(current))
      .execute();
    return active?.key_id;
  });
}

function requireKeyInUse(rows: readonly DataKeysTable[], known: readonly DataKey[], isLost: boolean): void {
  const active = rows.find(({ retired_at }) => retired_at === null);
  if (active && !isLost && !known.some(({ id }) => id === active.key_id))
    throw new RotateError(
      "The database was written under a key that is neither CONSOLE_DATA_KEY nor CONSOLE_DATA_KEY_OLD. Set the one in use as CONSOLE_DATA_KEY_OLD; if it is lost, use npm run keys:rotate -- --lost. Nothing was changed.",
    );
}

/** A console that doesn't know the new key could neither read nor find what the others write under it. */
async function requireKnown(store: Store, next: DataKey): Promise<void> {
  const living = await findLiving(store);
  if (living.length === 0) return;
  const rows = await store.selectFrom("processes").select("key_ids").where("id", "in", living).execute();
  const without = rows.filter(({ key_ids }) => !key_ids?.split(" ").includes(next.id)).length;
  if (without > 0)
    throw new RotateError(
      `${without} of ${rows.length} running consoles don't know the new key yet: restart each with both keys first. Nothing was changed.`,
    );
}

/** The first event under the new key holds the head of the log before it: who has the old key can't rewrite that part unnoticed. */
async function recordOnce(store: Store, { id }: DataKey): Promise<void> {
  const row = await store
    .selectFrom("data_keys")
    .select("since")
    .where("key_id", "=", id)
    .executeTakeFirstOrThrow();
  const last = await store
    .selectFrom("data_keys")
    .select("key_id")
    .where("retired_at", "is not", null)
    .orderBy("retired_at", "desc")
    .executeTakeFirst();
  if (!last) return;
  const recorded = await store
    .selectFrom("audit_events")
    .select("position")
    .where("name", "=", "keys.rotated")
    .where("subject", "=", id)
    .where("at", ">=", Number(row.since))
    .executeTakeFirst();
  if (recorded) return;
  await recordAlone(store, {
    name: "keys.rotated",
    by: "operator",
    subject: id,
    fields: { from: last.key_id, to: id },
  });
}

const chunkSize = 100;

/** The secrets of authenticator apps, in chunks; one that its user changes meanwhile is left to them. */
async function reencryptFactors(
  store: Store,
  { prefix }: DataKey,
  onStep: (step: "chunk") => void,
): Promise<number> {
  let count = 0;
  for (const column of ["secret", "pending_secret"] as const) {
    let after = "";
    while (true) {
      const rows = await store
        .selectFrom("second_factors")
        .select(["user_id", column])
        .where("user_id", ">", after)
        .where(column, "is not", null)
        .where(column, "not like", `${prefix}%`)
        .orderBy("user_id")
        .limit(chunkSize)
        .execute();
      for (const row of rows) count += await reencrypt(store, column, row.user_id, row[column] ?? "");
      const last = rows.at(-1);
      if (!last) break;
      after = last.user_id;
      onStep("chunk");
    }
  }
  return count;
}

async function reencrypt(
  store: Store,
  column: "secret" | "pending_secret",
  userId: string,
  stored: string,
): Promise<number> {
  const secret = await decryptSecret(stored, userId);
  if (secret === undefined) return 0;
  const { numUpdatedRows } = await store
    .updateTable("second_factors")
    .set({ [column]: await encryptSecret(secret, userId) })
    .where("user_id", "=", userId)
    .where(column, "=", stored)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The keys of further gateway accounts; of one that is changed meanwhile, those that are saved then are encrypted already. */
async function reencryptAccounts(store: Store, { prefix }: DataKey): Promise<number> {
  let count = 0;
  for (const { id, sealed } of await listEncrypted(store)) {
    const keys = sealed.startsWith(prefix) ? undefined : await decryptKeys(sealed, id);
    if (!keys) continue;
    const { numUpdatedRows } = await store
      .updateTable("gateway_accounts")
      .set({ sealed: await encryptKeys(keys, id) })
      .where("id", "=", id)
      .where("sealed", "=", sealed)
      .executeTakeFirst();
    count += Number(numUpdatedRows);
  }
  return count;
}

async function listEncrypted(store: Store): Promise<{ id: string; sealed: string }[]> {
  const rows = await store.selectFrom("gateway_accounts").select(["id", "sealed"]).execute();
  return rows.flatMap(({ id, sealed }) => (sealed === null ? [] : [{ id, sealed }]));
}

/** Reads every secret again. */
async function countUnreadable(store: Store): Promise<number> {
  const rows = await store.selectFrom("second_factors").select(["user_id", "secret"]).execute();
  let count = 0;
  for (const { user_id, secret } of rows)
    if (secret !== null && (await decryptSecret(secret, user_id)) === undefined) count += 1;
  for (const { id, sealed } of await listEncrypted(store))
    if ((await decryptKeys(sealed, id)) === undefined) count += 1;
  return count;
}
