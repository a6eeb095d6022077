import { readAuthorization } from "#lib/gateway/signature.ts";

/**
 * An answer's text without the credential that its request carried: the header, and the key, seed and hash in it. From
 * these three the PIN can be computed in a moment.
 */
export function redactCredential(text: string, authorization: string): string {
  const { key = "", seed = "", hash = "" } = readAuthorization(authorization) ?? {};
  const header = authorization.replace(/^basic\s+/i, "").replace(/=+$/, "");
  let left = text;
  for (const secret of [header, hash, key, seed])
    if (secret.length >= shortest) left = left.replace(inAnySpelling(secret), "[credential]");
  return left;
}

/** Shorter ones would be found by chance. */
const shortest = 8;

/** As it is, with JSON's or an address's escapes, in either letter case, and in hexadecimal. */
function inAnySpelling(secret: string): RegExp {
  const signs = [...secret].map((sign) => {
    const hex = sign.charCodeAt(0).toString(16).padStart(2, "0");
    const plain = sign.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
    return /\w/.test(sign) ? plain : `(?:\\\\{0,4}${plain}|\\\\{0,4}u00${hex}|%(?:25)*${hex})`;
  });
  return new RegExp(`${signs.join("")}|${Buffer.from(secret).toString("hex")}`, "gi");
}
