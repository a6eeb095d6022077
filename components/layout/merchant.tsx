"use client";

import { createContext, type ReactNode, use } from "react";
import { setMerchantLocale } from "#lib/format/locale.ts";
import type { Role } from "#lib/permissions.ts";

/** Whose console this is, and as whom the reader uses it. */
export type Merchant = {
  /** For what is printed for a customer. */
  name: string;
  /** IANA name: the zone of all times on the screens. */
  timeZone: string;
  /** BCP 47 tag: how dates, times, numbers and money are written. */
  locale: string;
  /** The signed-in user's. */
  role: Role;
};

const MerchantContext = createContext<Merchant | undefined>(undefined);

/** Gives every page the merchant, and the formatters of the browser the locale that the server wrote the page in. */
export function MerchantProvider({ merchant, children }: { merchant: Merchant; children: ReactNode }) {
  // Before any child renders: the browser's first render must be the server's.
  setMerchantLocale(merchant.locale);
  return <MerchantContext value={merchant}>{children}</MerchantContext>;
}

/** The merchant of the console around this component. */
export function useMerchant(): Merchant {
  const merchant = use(MerchantContext);
  if (!merchant) throw new Error("There is no merchant outside the console's frame.");
  return merchant;
}
