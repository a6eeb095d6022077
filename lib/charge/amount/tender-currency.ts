import type { Tender } from "#lib/gateway/commands.ts";
import { isOwnCurrency } from "#lib/gateway/currencies.ts";

/** Whether a tender can take an amount in this currency: checks and cash are in the merchant's own. */
export const takesCurrency = (tender: Tender, code: string | undefined): boolean =>
  tender === "card" || tender === "token" || isOwnCurrency(code);
