import "server-only";
import type { AccountLink } from "#lib/accounts/account.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { listAccountLinks } from "./read-accounts.ts";

/** The accounts that the switcher offers this person; none while there is one. */
export function accountLinksOf(userId: string): Promise<AccountLink[]> {
  const { account, mainOrigin } = env();
  return listAccountLinks(db(), userId, mainOrigin, account);
}
