import type { Kysely } from "kysely";

/** By a name that all copies of this module share, as a build may hold several. */
export const accountOfAdapter: unique symbol = Symbol.for("merchant-console.account");

/** The further account whose store it is; undefined for the main store and the sandbox's. */
export function accountOf<Tables>(db: Kysely<Tables>): string | undefined {
  const { adapter } = db.getExecutor();
  return accountOfAdapter in adapter ? (adapter[accountOfAdapter] as string | undefined) : undefined; // set by sqlite.ts and postgres.ts alone
}

/** A name that processes of one account share, and those of another don't. */
export function inAccount<Tables>(db: Kysely<Tables>, name: string): string {
  const account = accountOf(db);
  return account === undefined ? name : `${name} of account ${account}`;
}
