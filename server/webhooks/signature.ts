import { createHmac, timingSafeEqual } from "node:crypto";

/** Whether a header has the form of a signature at all. */
export function isSignature(header: string | null): header is string {
  return header !== null && FORM.test(header);
}

/**
 * Whether the header is the hex HMAC-SHA256 of the raw body with this key (contract: Authentication 6), compared in
 * constant time. Upper-case digits and a leading `sha256=` are accepted too, which weakens nothing.
 */
export function isSignedWith(key: string, raw: Uint8Array, header: string): boolean {
  const [, hex] = FORM.exec(header) ?? [];
  if (!hex) return false;
  return timingSafeEqual(createHmac("sha256", key).update(raw).digest(), Buffer.from(hex, "hex"));
}

const FORM = /^(?:sha256=)?([0-9a-f]{64})$/i;
