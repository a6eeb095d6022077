import type { AccountLink } from "#lib/accounts/account.ts";

/** The same page of another account, where it has no key of this one's in it. */
export function switchAddress({ origin }: Pick<AccountLink, "origin">): string {
  const [, page = ""] = location.pathname.split("/"); // the key of a payment is another account's
  return `${origin}/${page}`;
}
