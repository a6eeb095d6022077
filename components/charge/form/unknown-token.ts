import type { QueryClient } from "@tanstack/react-query";
import type { ValidCharge } from "#lib/charge/values.ts";
import { normalizeToken } from "#lib/gateway/card-number.ts";
import { tokenQuery } from "#lib/queries/tokens.ts";

/**
 * Why a token can't be charged: the gateway just said that it knows no such card. It is looked up once more, since the
 * card may be saved meanwhile.
 */
export function findUnknownToken(client: QueryClient, { tender, token }: ValidCharge): string | undefined {
  if (tender !== "token") return undefined;
  const { queryKey } = tokenQuery(normalizeToken(token.token));
  const known = client.getQueryData(queryKey);
  if (known?.kind !== "missing") return undefined;
  void client.invalidateQueries({ queryKey });
  return known.message;
}
