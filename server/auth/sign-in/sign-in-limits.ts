import { isIPv6 } from "node:net";
import { type Kysely, sql } from "kysely";
import { DAY_MS } from "#lib/time.ts";
import type { Database } from "#server/db/database.ts";
import { sha256Hex } from "#server/sha256.ts";
import { knownBrowserDigests } from "./known-browsers.ts";

/** So many failures in a row lock a subject for so long; then its count begins again. */
type Limit = { tries: number; lockMs: number };

/** An account, whether or not it exists, and a known browser of a user (PCI DSS 8.3.4). */
export const ACCOUNT_LIMIT: Limit = { tries: 10, lockMs: 30 * 60_000 };
/** An address may be shared by a whole shop, so it allows more. */
export const ADDRESS_LIMIT: Limit = { tries: 30, lockMs: 15 * 60_000 };
/** A count this old is forgotten. */
const FORGOTTEN_MS = DAY_MS;

/**
 * What a try is counted for. `knownBrowser`: the digest of one in which the user has signed in before. It has a count of its own in place
 * of the account's and the address's, so that guesses elsewhere don't lock the user out there.
 */
export type Subjects = { email: string; address: string | undefined; knownBrowser: string | undefined };
export type Counted =
  | {
      kind: "counted";
      /** How many tries are left when this one fails. */
      triesLeft: number;
      /** What this try locks when it fails, and for how long. */
      locks: { what: Subject["what"]; seconds: number } | undefined;
      /** The try has not failed, but does not end the sign-in yet: takes it out of every count. */
      release: () => Promise<void>;
      /** The user is signed in: their failures are forgotten. An address keeps those of others. */
      clear: () => Promise<void>;
    }
  | { kind: "paused"; seconds: number };

type Store = Kysely<Database>;
type Subject = { what: "account" | "address" | "browser"; key: string; limit: Limit };

/**
 * Counts a try before its password or code is checked, so that of any number of guesses at the same time only as many as are
 * left are looked at. One that comes while its subject is locked is not counted.
 */
export async function countTry(db: Store, subjects: Subjects, now: number): Promise<Counted> {
  // Unknown emails create rows too, so old ones must be deleted.
  await db
    .deleteFrom("sign_in_limits")
    .where("failed_at", "<", now - FORGOTTEN_MS)
    .execute();
  const counted: (Subject & { failures: number })[] = [];
  // The address first: one that is locked adds nothing to the accounts it guesses at.
  for (const subject of toSubjects(subjects)) {
    const outcome = await countOne(db, subject, now);
    if (outcome.kind === "locked") {
      await releaseAll(db, counted);
      return { kind: "paused", seconds: Math.ceil((outcome.until - now) / 1000) };
    }
    counted.push({ ...subject, failures: outcome.failures });
  }
  const locked = counted.find(({ failures, limit }) => failures >= limit.tries);
  return {
    kind: "counted",
    triesLeft: Math.min(...counted.map(({ failures, limit }) => limit.tries - failures)),
    locks: locked && { what: locked.what, seconds: locked.limit.lockMs / 1000 },
    release: () => releaseAll(db, counted),
    clear: async () => {
      await releaseAll(
        db,
        counted.filter(({ what }) => what === "address"),
      );
      for (const { what, key } of counted) if (what !== "address") await forget(db, key);
    },
  };
}

/** Ends the locks of an account and of its user's own browsers. */
export async function unlockAccount(db: Store, email: string): Promise<void> {
  await forget(db, accountKey(email));
  for (const browser of await knownBrowserDigests(db, email)) await forget(db, browserKey(browser, email));
}

/** Until when each of these accounts is locked (epoch ms), by its email; only those that are. */
export async function findLocks(
  db: Store,
  emails: readonly string[],
  now: number,
): Promise<Map<string, number>> {
  if (emails.length === 0) return new Map();
  const byKey = new Map(emails.map((email) => [accountKey(email), email]));
  const rows = await db
    .selectFrom("sign_in_limits")
    .select(["subject", "locked_until"])
    .where("subject", "in", [...byKey.keys()])
    .where("locked_until", ">", now)
    .execute();
  return new Map(rows.map(({ subject, locked_until }) => [byKey.get(subject) ?? "", Number(locked_until)]));
}

function toSubjects({ email, address, knownBrowser }: Subjects): Subject[] {
  if (knownBrowser !== undefined)
    return [{ what: "browser", key: browserKey(knownBrowser, email), limit: ACCOUNT_LIMIT }];
  const account: Subject = { what: "account", key: accountKey(email), limit: ACCOUNT_LIMIT };
  if (address === undefined) return [account];
  return [
    { what: "address", key: sha256Hex(`address ${toNetwork(address)}`), limit: ADDRESS_LIMIT },
    account,
  ];
}

/** One conditional statement: it writes no row while the subject is locked. */
async function countOne(
  db: Store,
  { key, limit: { tries, lockMs } }: Subject,
  now: number,
): Promise<{ kind: "counted"; failures: number } | { kind: "locked"; until: number }> {
  const failures = sql`case when sign_in_limits.locked_until <= ${now} then 1 else sign_in_limits.failures + 1 end`;
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_limits (subject, failures, failed_at, locked_until) values (${key}, 1, ${now}, null)
    on conflict (subject) do update set
      failures = ${failures},
      failed_at = ${now},
      locked_until = case when ${failures} >= ${tries} then cast(${now + lockMs} as bigint) else null end
    where ${isOpen(now, lockMs)}
    returning failures`.execute(db);
  const [counted] = rows;
  if (counted) return { kind: "counted", failures: Number(counted.failures) };
  const row = await db
    .selectFrom("sign_in_limits")
    .select("locked_until")
    .where("subject", "=", key)
    .executeTakeFirst();
  return { kind: "locked", until: Number(row?.locked_until ?? now + 1000) };
}

/** A time too far ahead was written before the clock was set back: it must not extend the lock. */
const isOpen = (now: number, lockMs: number) =>
  sql<boolean>`(sign_in_limits.locked_until is null or sign_in_limits.locked_until <= ${now} or sign_in_limits.locked_until > ${now + lockMs})`;

async function releaseAll(db: Store, subjects: readonly Subject[]): Promise<void> {
  for (const { key } of subjects)
    await db
      .updateTable("sign_in_limits")
      .set((eb) => ({ failures: eb("failures", "-", 1), locked_until: null }))
      .where("subject", "=", key)
      .where("failures", ">", 0)
      .execute();
}

async function forget(db: Store, key: string): Promise<void> {
  await db.deleteFrom("sign_in_limits").where("subject", "=", key).execute();
}

/** One household or shop has a whole IPv6 /64: its addresses count as one. */
export function toNetwork(address: string): string {
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

const browserKey = (digest: string, email: string) => sha256Hex(`browser ${digest} ${email}`);
const accountKey = (email: string) => sha256Hex(`email ${email}`);
