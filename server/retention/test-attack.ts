import { createHash, createHmac, hkdfSync, scryptSync } from "node:crypto";

/**
 * For tests only: an attacker with the store and the source code. Tries every text in the store as a key, derived as this
 * or an earlier version derives keys, on every guess.
 */

/** A guessed secret, and the texts that its digest could cover. */
export type Guess = { what: string; texts: readonly string[] };

/** The guesses that the store confirms. */
export function recover(rows: readonly unknown[], guesses: readonly Guess[]): string[] {
  const cells = new Set(rows.flatMap(textsOf));
  const stored = new Set([...cells].map((cell) => cell.split(".").at(-1) ?? ""));
  const isStored = (digest: Buffer) =>
    stored.has(digest.toString("base64url")) ||
    stored.has(digest.toString("hex")) ||
    stored.has(digest.toString("hex", 0, 16));
  const raw = [...cells].filter((cell) => /^[\w+/=.-]{16,100}$/.test(cell));
  const keys = [...raw.flatMap(encodingsOf), ...raw.flatMap(derivedFrom)];
  return guesses.flatMap(({ what, texts }) => {
    const all = texts.flatMap((text) => [text, sha256(text).toString("hex", 0, 16)]);
    const found = all.some(
      (text) => stored.has(text) || isStored(sha256(text)) || keys.some((key) => isStored(hmac(key, text))),
    );
    return found ? [what] : [];
  });
}

/** All texts of a row, those inside JSON too. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") {
    try {
      const inner: unknown = JSON.parse(value);
      return typeof inner === "object" ? [value, ...textsOf(inner)] : [value];
    } catch {
      return [value];
    }
  }
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

const encodingsOf = (text: string): Buffer[] =>
  [Buffer.from(text), Buffer.from(text, "base64url"), Buffer.from(text, "hex")].filter(
    (key) => key.length >= 8,
  );

/** A copy of this version's key derivation (server/payments/card-data/secrets.ts). */
function derivedFrom(text: string): Buffer[] {
  const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
  const stretched = scryptSync(text, "merchant-console data key", 32, cost);
  return ["payer", "request", "bulk file", "bulk approval", "bulk row"].map((label) =>
    Buffer.from(hkdfSync("sha256", stretched, "", `merchant-console v1 ${label}`, 32)),
  );
}

const sha256 = (text: string) => createHash("sha256").update(text).digest();
const hmac = (key: Buffer, text: string) => createHmac("sha256", key).update(text).digest();
