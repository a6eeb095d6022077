import { ownCurrency } from "../../gateway/currencies.ts";

/** The code of a currency after what separates it, where it isn't the merchant's own: these programs read none out of a file. */
export const markOf = (currency: string, separator: string): string =>
  currency === ownCurrency ? "" : `${separator}${currency}`;
