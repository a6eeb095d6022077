import type { QueryClient } from "@tanstack/react-query";
import type { ValidCharge } from "#lib/charge/fields/values.ts";
import { normalizeToken } from "#lib/gateway/card-number.ts";
import { t } from "#lib/language/t.ts";
import { tokenQuery } from "#lib/queries/tokens.ts";

/**
 * What to do about a token that can't be charged: the gateway just answered that it knows no such card, which shows at the
 * field already. It is looked up once more, since the card may be saved meanwhile.
 */
export function findUnknownToken(client: QueryClient, { tender, token }: ValidCharge): string | undefined {
  if (tender !== "token") return undefined;
  const { queryKey } = tokenQuery(normalizeToken(token.token));
  const known = client.getQueryData(queryKey);
  if (known?.kind !== "missing") return undefined;
  void client.invalidateQueries({ queryKey });
  return t("Nothing was sent. Check the token, or take another card.");
}
