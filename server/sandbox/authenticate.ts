import { hash, timingSafeEqual } from "node:crypto";
import { apiHash, readAuthorization } from "#lib/gateway/signature.ts";
import { Refusal } from "./refusal.ts";
import type { KnownKeys } from "./registry.ts";
import type { Source } from "./sources.ts";

/** Tells who signed a request (contract: Authentication). Throws the documented 401 when nobody may have. */
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
  if (!credential) throw new Refusal("unauthenticated");
  const source = keys.sourceOf(credential.key);
  if (!source) throw new Refusal("unknownKey");
  const expected = apiHash(credential.key, source.pin, credential.seed, sha256Hex);
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(credential.hash))) throw new Refusal("wrongHash");
  return source;
}

/** Throws the documented 401/156 when a list of addresses is there and the caller is not on it. */
export function requireAllowedIp(allowed: readonly string[] | undefined, clientIp: string): void {
  if (allowed && !allowed.includes(clientIp)) throw new Refusal("blockedIp");
}

const sha256Hex = (text: string) => hash("sha256", text, "hex");
