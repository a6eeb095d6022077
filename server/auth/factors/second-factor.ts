import type { Kysely, Transaction } from "kysely";
import { ok, type Result, refuse } from "#lib/result.ts";
import { type AuditActor, type NewAuditEvent, record, recordAlone } from "#server/audit/record.ts";
import type { Actor } from "#server/auth/actor.ts";
import type { Database } from "#server/db/database.ts";
import { lockForAll } from "#server/sql/lock.ts";
import { renewSessions, revokeSessionsOf } from "../session/sessions.ts";
import { decryptSecret, encryptSecret, underCurrentKey } from "./encrypted-secret.ts";
import {
  consumeRecoveryCode,
  countRecoveryCodes,
  newRecoveryCodes,
  replaceRecoveryCodes,
} from "./recovery-codes.ts";
import { newTotpSecret, stepsOf } from "./totp.ts";

type Store = Kysely<Database>;

/** What a user's account shows of their second step; undefined when it is off. */
export type SecondFactor = {
  /** Epoch ms since which there is an authenticator app; undefined when passkeys are all there is. */
  since: number | undefined;
  codesLeft: number;
};

export async function findSecondFactor(db: Store, userId: string): Promise<SecondFactor | undefined> {
  const row = await findRow(db, userId);
  if (!row?.recovery_salt) return undefined;
  const since = row.secret === null ? undefined : Number(row.confirmed_at);
  return { since, codesLeft: await countRecoveryCodes(db, userId) };
}

/** What can follow a right password; nothing when it is enough. A recovery code always can, where one of the others can. */
export type SecondSteps = { app: boolean; passkey: boolean };

export async function findSecondSteps(db: Store, userId: string): Promise<SecondSteps | undefined> {
  const row = await findRow(db, userId);
  if (!row?.recovery_salt) return undefined;
  return { app: row.secret !== null, passkey: await hasPasskey(db, userId) };
}

export async function hasPasskey(db: Store, userId: string): Promise<boolean> {
  const passkey = await db
    .selectFrom("passkeys")
    .select("id")
    .where("user_id", "=", userId)
    .limit(1)
    .executeTakeFirst();
  return passkey !== undefined;
}

/** Factors of a user change one after the other: until the end of the transaction, no other of theirs is added or removed. */
export const lockFactors = (store: Transaction<Database>, userId: string): Promise<void> =>
  lockForAll(store, `factors ${userId}`);

/**
 * The first recovery codes of a user whose first factor is a passkey; undefined when the second step is on already. `made`
 * are new ones, made before the transaction.
 */
export async function startRecoveryCodes(
  store: Transaction<Database>,
  userId: string,
  made: Awaited<ReturnType<typeof newRecoveryCodes>>,
): Promise<string[] | undefined> {
  const row = await findRow(store, userId);
  if (row?.recovery_salt) return undefined;
  const none = { secret: null, pending_secret: null, confirmed_at: null, last_step: null };
  await store
    .insertInto("second_factors")
    .values({ user_id: userId, recovery_salt: made.salt, ...none })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ recovery_salt: made.salt }))
    .execute();
  await replaceRecoveryCodes(store, userId, made.hashes);
  return made.codes;
}

/** The secret that the user is setting up: the same until it is confirmed, also when its page is loaded again. */
export async function pendingSecret(db: Store, userId: string): Promise<string> {
  const row = await findRow(db, userId);
  const known = row?.pending_secret && (await decryptSecret(row.pending_secret, userId));
  if (known) return known;
  const secret = newTotpSecret();
  const pending_secret = await encryptSecret(secret, userId);
  const none = { secret: null, confirmed_at: null, last_step: null, recovery_salt: null };
  await db
    .insertInto("second_factors")
    .values({ user_id: userId, pending_secret, ...none })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ pending_secret }))
    .execute();
  return secret;
}

/**
 * Turns the second step on with the secret that is being set up, once a code of it is right. Ends all sessions of the user
 * and begins a new one. Returns its id and the recovery codes, which can't be read again.
 */
export async function confirmSecret(
  db: Store,
  person: Actor,
  code: string,
  now = Date.now(),
): Promise<Result<{ sessionId: string; codes: string[] }>> {
  const { pending_secret: pending } = (await findRow(db, person.id)) ?? {};
  const secret = pending && (await decryptSecret(pending, person.id));
  if (!secret) return refuse("This set-up was ended elsewhere. Load the page again and scan the new code.");
  const step = stepsOf(secret, code, now).at(-1);
  if (step === undefined)
    return refuse("That code didn't work. Check that the time on your phone is right.", {
      code: "Enter the six digits that your app shows now.",
    });
  const { codes, salt, hashes } = await newRecoveryCodes();
  const change = {
    secret: pending,
    pending_secret: null,
    confirmed_at: now,
    last_step: step,
    recovery_salt: salt,
  };
  return db.transaction().execute(async (store) => {
    await lockFactors(store, person.id);
    const { numUpdatedRows } = await store
      .updateTable("second_factors")
      .set(change)
      .where("user_id", "=", person.id)
      .where("pending_secret", "=", pending)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return refuse("This second step was set up elsewhere just now.");
    await replaceRecoveryCodes(store, person.id, hashes);
    const sessionId = await renewSessions(store, person.id, now);
    await record(store, { name: "factor.enrolled", by: person, subject: person.id });
    return ok({ sessionId, codes });
  });
}

/** Ten new recovery codes in place of the earlier ones; refused without a second step. */
export async function renewRecoveryCodes(db: Store, person: Actor): Promise<Result<{ codes: string[] }>> {
  const { codes, salt, hashes } = await newRecoveryCodes();
  return db.transaction().execute(async (store) => {
    const { numUpdatedRows } = await store
      .updateTable("second_factors")
      .set({ recovery_salt: salt })
      .where("user_id", "=", person.id)
      .where("recovery_salt", "is not", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return refuse("Your second step is off.");
    await replaceRecoveryCodes(store, person.id, hashes);
    await record(store, { name: "factor.codesRenewed", by: person, subject: person.id });
    return ok({ codes });
  });
}

/**
 * Removes the authenticator app at its user's wish; without a passkey the second step is off then, which a role that
 * `isRequired` names refuses. Ends all their sessions and returns the id of a new one.
 */
export function turnOffSecondFactor(
  db: Store,
  person: Actor,
  { isRequired = false, now = Date.now() } = {},
): Promise<Result<{ sessionId: string }>> {
  return db.transaction().execute(async (store) => {
    await lockFactors(store, person.id);
    if (!(await findRow(store, person.id))?.secret) return refuse("Your authenticator app is off already.");
    const isLast = !(await hasPasskey(store, person.id));
    if (isLast && isRequired) return refuse("Your role needs a second step.");
    if (isLast) await removeSecondStep(store, person.id);
    else await removeApp(store, person.id);
    const sessionId = await renewSessions(store, person.id, now);
    await record(store, { name: "factor.removed", by: person, subject: person.id });
    return ok({ sessionId });
  });
}

/**
 * For a user who has lost app, passkeys and recovery codes: removes their second step and ends their sessions. A user whose role
 * needs one sets it up again at the next sign-in.
 */
export const resetFactors = (db: Store, userId: string, by: AuditActor): Promise<Result<null>> =>
  db.transaction().execute((store) => resetFactorsIn(store, userId, by));

/** `resetFactors` within the caller's transaction. */
export async function resetFactorsIn(
  store: Transaction<Database>,
  userId: string,
  by: AuditActor,
): Promise<Result<null>> {
  await lockFactors(store, userId);
  if (!(await removeSecondStep(store, userId))) return refuse("This user has no second step.");
  await revokeSessionsOf(store, userId);
  await record(store, { name: "factor.reset", by, subject: userId });
  return ok(null);
}

/**
 * Whether the code is the user's: six digits of their app, or one of their recovery codes. Each works once: the statement that accepts
 * it is the one that uses it up.
 */
export async function consumeCode(db: Store, userId: string, code: string, now: number): Promise<boolean> {
  const row = await findRow(db, userId);
  if (!row?.recovery_salt) return false;
  const digits = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(digits)) return spendRecovery(db, { userId, salt: row.recovery_salt, code }, now);
  const secret = row.secret === null ? undefined : await decryptSecret(row.secret, userId);
  if (!secret || row.secret === null) return false;
  // A code of two steps is the later one's, so that it can't come again.
  const step = stepsOf(secret, digits, now).at(-1);
  if (step === undefined) return false;
  const { numUpdatedRows } = await db
    .updateTable("second_factors")
    .set({ last_step: step, secret: await underCurrentKey(row.secret, secret, userId) })
    .where("user_id", "=", userId)
    .where("secret", "=", row.secret)
    .where((eb) => eb.or([eb("last_step", "is", null), eb("last_step", "<", step)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function spendRecovery(
  db: Store,
  { userId, salt, code }: { userId: string; salt: string | null; code: string },
  now: number,
): Promise<boolean> {
  if (salt === null) return false;
  const left = await consumeRecoveryCode(db, { userId, salt, code }, now);
  if (left === undefined) return false;
  const event: NewAuditEvent = { name: "factor.codeSpent", by: "console", subject: userId, fields: { left } };
  await recordAlone(db, event);
  return true;
}

/** Removes everything but the password: app, passkeys and recovery codes. Returns whether there was anything. */
export async function removeSecondStep(store: Transaction<Database>, userId: string): Promise<boolean> {
  await store.deleteFrom("passkeys").where("user_id", "=", userId).execute();
  await store.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  const removed = await store
    .deleteFrom("second_factors")
    .where("user_id", "=", userId)
    .returning("recovery_salt")
    .executeTakeFirst();
  return removed?.recovery_salt != null;
}

/** Passkeys and recovery codes stay. */
async function removeApp(store: Transaction<Database>, userId: string): Promise<void> {
  await store
    .updateTable("second_factors")
    .set({ secret: null, pending_secret: null, confirmed_at: null, last_step: null })
    .where("user_id", "=", userId)
    .execute();
}

const findRow = (db: Store, userId: string) =>
  db.selectFrom("second_factors").selectAll().where("user_id", "=", userId).executeTakeFirst();
