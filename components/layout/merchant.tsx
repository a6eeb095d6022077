"use client";

import { createContext, type ReactNode, use } from "react";
import type { AccountLink } from "#lib/accounts/account.ts";
import type { CustomFields } from "#lib/charge/fields/custom-fields.ts";
import { setMerchantLocale } from "#lib/format/locale.ts";
import type { Role, RoleLimits } from "#lib/permissions.ts";

/** The merchant of this console, and the signed-in user with their role. */
export type Merchant = {
  /** For what is printed for a customer. */
  name: string;
  /** IANA name: the zone of all times on the screens. */
  timeZone: string;
  /** BCP 47 tag: how dates, times, numbers and money are written. */
  locale: string;
  /** How long the console waits for an answer of the gateway. */
  waitMs: number;
  /** The custom fields in use. */
  customFields?: CustomFields;
  /** Tips that the charge form offers, in percent. */
  tipPercents?: readonly number[];
  /** The signed-in user's. */
  userId: string;
  role: Role;
  /** What that role may move without approval. */
  limits?: RoleLimits | undefined;
  /** Whether the signed-in user can give a passkey in place of the password. */
  hasPasskey?: boolean;
  /** The name of the OpenID provider that the signed-in user can unlock the workstation at. */
  unlocksAt?: string | undefined;
  /** The gateway accounts that the user may use; left out with one. */
  accounts?: readonly AccountLink[];
  /** Whether any role has limits, so that there are approvals. */
  hasApprovals?: boolean;
};

const MerchantContext = createContext<Merchant | undefined>(undefined);

/** Provides the merchant to every page, and sets the locale of the browser's formatters to the server's. */
export function MerchantProvider({ merchant, children }: { merchant: Merchant; children: ReactNode }) {
  // Before any child renders, since the first render must match the server's.
  setMerchantLocale(merchant.locale);
  return <MerchantContext value={merchant}>{children}</MerchantContext>;
}

/** The merchant of the console around this component. */
export function useMerchant(): Merchant {
  const merchant = use(MerchantContext);
  if (!merchant) throw new Error("useMerchant must be used inside MerchantProvider.");
  return merchant;
}
