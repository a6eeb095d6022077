/** The Authorization header of every call (contract: Authentication). Digest functions come from the caller, since this folder does no I/O. */

export type Sha256Hex = (text: string) => string;
export type Credential = { key: string; seed: string; hash: string };

/** Builds `Basic base64(<key>:s2/<seed>/<sha256 of key+seed+pin>)`. */
export function authorization(key: string, pin: string, seed: string, sha256Hex: Sha256Hex): string {
  return `Basic ${btoa(`${key}:s2/${seed}/${apiHash(key, pin, seed, sha256Hex)}`)}`;
}

/** Lower-case hex SHA-256 of key, seed and PIN, joined without separators. */
export function apiHash(key: string, pin: string, seed: string, sha256Hex: Sha256Hex): string {
  return sha256Hex(`${key}${seed}${pin}`);
}

/**
 * Takes the header apart, or returns undefined when it is not of this scheme.
 * The seed may itself hold `/`, `+` and `=`, so the hash is read from the right.
 */
export function readAuthorization(header: string | undefined): Credential | undefined {
  const encoded = /^basic\s+(\S+)\s*$/i.exec(header ?? "")?.[1];
  const match = /^([^:]*):s2\/(.*)\/([0-9a-f]{64})$/i.exec(encoded ? decodeBase64(encoded) : "");
  if (!match) return undefined;
  const [, key = "", seed = "", hash = ""] = match;
  return { key, seed, hash: hash.toLowerCase() };
}

function decodeBase64(text: string): string {
  try {
    return atob(text);
  } catch {
    return "";
  }
}
