import type { CommandName } from "#lib/gateway/commands.ts";
import { currencyOf } from "#lib/gateway/currencies.ts";
import type { SourceSettings } from "../context.ts";

/** How long a repeated request counts as a duplicate. */
export const DUPLICATE_WINDOW_MS = 300_000;

/**
 * A text that is equal for two requests exactly when the key's setting calls them duplicates; undefined when detection is
 * off. The command and the currency always count: neither an authorization nor a sale in euros is a duplicate of a sale in
 * dollars, and a repeated payment does not count as one to repeat. Where order ids count, so does the invoice. `everything` is the whole request except `ignore_duplicate`.
 */
export function duplicateKey(
  setting: SourceSettings["duplicates"],
  request: {
    sourceId: number;
    command: CommandName;
    fingerprint: string;
    cents: number;
    /** As sent; absent for the merchant's own. */
    currency: string | undefined;
    orderid: string | undefined;
    invoice: string | undefined;
    /** The payment that a `quicksale` repeats. */
    originalId: number | undefined;
    everything: unknown;
  },
): string | undefined {
  const same = [
    setting,
    request.sourceId,
    request.command,
    request.fingerprint,
    request.cents,
    currencyOf(request.currency).code,
    request.originalId,
  ];
  switch (setting) {
    case "off":
      return undefined;
    case "card-amount":
      return JSON.stringify(same);
    case "card-amount-orderid":
      return JSON.stringify([...same, request.orderid ?? "", request.invoice ?? ""]);
    case "all":
      return JSON.stringify([...same, sorted(request.everything)]);
  }
}

/** Copies a value with the members of its objects in alphabetical order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, sorted(member)]);
}
