import { isToken, normalizeToken } from "#lib/gateway/card-number.ts";
import type { Token } from "#lib/gateway/schemas/token.ts";
import { t } from "#lib/language/t.ts";
import type { Read } from "#lib/read.ts";
import { readToken } from "#server/gateway-cache/tokens.ts";
import { route } from "#server/route.ts";

export const GET = route<{ token: string }>({ right: "charge" }, ({ params }): Promise<Read<Token>> => {
  if (!isToken(params.token))
    return Promise.resolve({ kind: "missing", message: t("This isn't a valid token.") });
  return readToken(normalizeToken(params.token));
});
