import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import type { Kysely, Transaction } from "kysely";
import type { Database } from "#server/db/database.ts";
import { isPostgres } from "#server/sql/dialect.ts";

/** How a subject is slowed down: `free` wrong passwords cost nothing, each further one doubles the wait. */
type Limit = { free: number; firstMs: number; mostMs: number };

/** An account, whether or not it exists. The tenth wrong password costs half an hour. */
export const ACCOUNT_LIMIT: Limit = { free: 5, firstMs: 60_000, mostMs: 30 * 60_000 };
/** An address may be shared by a whole shop, so it allows more tries and waits less. */
export const ADDRESS_LIMIT: Limit = { free: 30, firstMs: 10_000, mostMs: 5 * 60_000 };
/** A count this old is forgotten. */
const FORGOTTEN_MS = 24 * 60 * 60_000;

export type Subjects = { email: string; address: string | undefined };
export type Counted =
  | { kind: "counted"; triesLeft: number; waitMs: number; undo: () => Promise<void> }
  | { kind: "paused"; seconds: number };

type Store = Kysely<Database>;

/**
 * Counts an attempt for the account and for the address before its password is checked, so that parallel guesses all
 * count; one that comes too early is not counted. `waitMs` is how long the next attempt has to wait if this one is wrong.
 * `undo` removes the attempt after a right password.
 */
export async function countTry(db: Store, { email, address }: Subjects, now: number): Promise<Counted> {
  const account = hashOf(`email ${email}`);
  const place = address === undefined ? undefined : hashOf(`address ${toNetwork(address)}`);
  // Unknown emails create rows too, so old ones must be deleted.
  await db
    .deleteFrom("sign_in_limits")
    .where("failed_at", "<", now - FORGOTTEN_MS)
    .execute();
  // SQLite has a single writer and no row locks.
  const lock = isPostgres(db);
  return db.transaction().execute(async (trx): Promise<Counted> => {
    // Always the account first, so that two attempts that share an address cannot deadlock.
    const byAccount = await lockRow(trx, { subject: account, now, lock });
    const byPlace = place === undefined ? undefined : await lockRow(trx, { subject: place, now, lock });
    const waitMs = Math.max(
      toWaitLeft(byAccount, ACCOUNT_LIMIT, now),
      byPlace ? toWaitLeft(byPlace, ADDRESS_LIMIT, now) : 0,
    );
    if (waitMs > 0) return { kind: "paused", seconds: Math.ceil(waitMs / 1000) };
    const failures = byAccount.failures + 1;
    await setRow(trx, account, { failures, failed_at: now });
    if (place !== undefined && byPlace)
      await setRow(trx, place, { failures: byPlace.failures + 1, failed_at: now });
    return {
      kind: "counted",
      triesLeft: Math.max(0, ACCOUNT_LIMIT.free - failures),
      waitMs: toWait(failures, ACCOUNT_LIMIT),
      undo: () => undoTry(db, { account, place }, byPlace?.failed_at ?? now),
    };
  });
}

/** Removes the delay of an account. */
export async function unlockAccount(db: Store, email: string): Promise<void> {
  await db
    .deleteFrom("sign_in_limits")
    .where("subject", "=", hashOf(`email ${email}`))
    .execute();
}

/** A right password clears its account. The address keeps the wrong passwords of others. */
async function undoTry(
  db: Store,
  { account, place }: { account: string; place: string | undefined },
  placeFailedAt: number,
): Promise<void> {
  await db.deleteFrom("sign_in_limits").where("subject", "=", account).execute();
  if (place === undefined) return;
  await db
    .updateTable("sign_in_limits")
    .set((eb) => ({ failures: eb("failures", "-", 1), failed_at: placeFailedAt }))
    .where("subject", "=", place)
    .where("failures", ">", 0)
    .execute();
}

type Row = { failures: number; failed_at: number };

async function lockRow(
  trx: Transaction<Database>,
  { subject, now, lock }: { subject: string; now: number; lock: boolean },
): Promise<Row> {
  await trx
    .insertInto("sign_in_limits")
    .values({ subject, failures: 0, failed_at: now })
    .onConflict((conflict) => conflict.column("subject").doNothing())
    .execute();
  return trx
    .selectFrom("sign_in_limits")
    .select(["failures", "failed_at"])
    .where("subject", "=", subject)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
}

async function setRow(trx: Transaction<Database>, subject: string, row: Row): Promise<void> {
  await trx.updateTable("sign_in_limits").set(row).where("subject", "=", subject).execute();
}

function toWait(failures: number, { free, firstMs, mostMs }: Limit): number {
  return failures < free ? 0 : Math.min(mostMs, firstMs * 2 ** Math.min(failures - free, 30));
}

function toWaitLeft({ failures, failed_at }: Row, limit: Limit, now: number): number {
  const wait = toWait(failures, limit);
  // A time ahead of the clock was written before the clock was set back: it must not extend the delay.
  return Math.min(wait, failed_at + wait - now);
}

/** One household or shop has a whole IPv6 /64: its addresses count as one. */
function toNetwork(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = plain.toLowerCase().split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? [] : Array(Math.max(0, 8 - left.length - right.length)).fill("0");
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ""))
    .join(":");
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
