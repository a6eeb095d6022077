import { hash, timingSafeEqual } from "node:crypto";
import { apiHash, readAuthorization } from "#lib/gateway/signature.ts";
import type { KnownKeys, Source } from "../context.ts";
import { RefusalError } from "../refusal.ts";

/** Returns the API key that signed a request (contract: Authentication). Throws the documented 401. */
export function authenticate(
  keys: KnownKeys,
  { authorization = "", clientIp }: { authorization: string | undefined; clientIp: string },
): Source {
  let source = keys.signedBy.get(authorization);
  if (!source) {
    source = verify(keys, authorization);
    keys.signedBy.set(authorization, source);
  }
  requireAllowedIp(source.settings.allowedIps, clientIp);
  return source;
}

function verify(keys: KnownKeys, authorization: string): Source {
  const credential = readAuthorization(authorization);
  if (!credential) throw new RefusalError("unauthenticated");
  const source = keys.sourceOf(credential.key);
  if (!source) throw new RefusalError("unknownKey");
  const expected = apiHash(credential.key, source.pin, credential.seed, sha256Hex);
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(credential.hash)))
    throw new RefusalError("wrongHash");
  return source;
}

/** Throws the documented 401/156 when the client's address is not on the list. */
export function requireAllowedIp(allowed: readonly string[] | undefined, clientIp: string): void {
  if (allowed && !allowed.includes(clientIp)) throw new RefusalError("blockedIp");
}

/** Of a text in UTF-8. */
export const sha256Hex = (text: string): string => hash("sha256", text, "hex");
