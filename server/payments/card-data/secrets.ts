import { hash, hkdfSync, scrypt } from "node:crypto";
import { env } from "#server/env.ts";

/**
 * Keyed digests of what must not be stored, and seals of what must not change: `v1.<key id>.<32 hex digits>`. The data key
 * is a setting and never enters the store, so the store alone gives nothing back. Each purpose has a key of its own.
 */
export type Purpose =
  | "payer"
  | "token"
  | "request"
  | "bulk file"
  | "bulk approval"
  | "bulk row"
  | "bulk trace"
  | "bulk mapping"
  | "drawer report"
  | "signed day"
  | "signed reconciliation"
  | "bank file"
  | "bank line";

export type Digest = (text: string) => string;

/** The digest under the current key. */
export async function keyedDigest(purpose: Purpose, text: string): Promise<string> {
  const [current] = await digestsFor(purpose);
  return current(text);
}

/** Every digest that may be stored for this text: the current key's first, then the one of CONSOLE_DATA_KEY_OLD. */
export async function keyedDigests(purpose: Purpose, text: string): Promise<string[]> {
  return (await digestsFor(purpose)).map((digest) => digest(text));
}

/** The same as functions, for many texts at once. */
export async function digestsFor(purpose: Purpose): Promise<[Digest, ...Digest[]]> {
  const [current, ...older] = await dataKeys();
  return [current.digest(purpose), ...older.map((key) => key.digest(purpose))];
}

/** What digests begin with, by key: the current one's first. */
export async function keyPrefixes(): Promise<string[]> {
  return (await dataKeys()).map(({ prefix }) => prefix);
}

type DataKey = { prefix: string; digest(purpose: Purpose): Digest };
type DataKeys = [DataKey, ...DataKey[]];

let opened: { from: string; keys: Promise<DataKeys> } | undefined;

/** Derived once per process. A key whose derivation failed is tried again on the next call. */
function dataKeys(): Promise<DataKeys> {
  const { dataKey, oldDataKey } = env();
  const from = JSON.stringify([dataKey, oldDataKey]);
  if (opened?.from === from) return opened.keys;
  const keys = openKeys(dataKey, oldDataKey);
  opened = { from, keys };
  keys.catch(() => {
    opened = undefined;
  });
  return keys;
}

async function openKeys(current: string, old: string | undefined): Promise<DataKeys> {
  return [await openKey(current), ...(old === undefined ? [] : [await openKey(old)])];
}

/** Stretched once (scrypt), so that a key typed by a person costs an attacker too; then one key per purpose (HKDF, RFC 5869). */
async function openKey(secret: string): Promise<DataKey> {
  const stretched = await stretch(secret);
  const derive = (label: string) =>
    Buffer.from(hkdfSync("sha256", stretched, "", `merchant-console v1 ${label}`, 32));
  const prefix = `v1.${derive("key id").toString("hex").slice(0, 8)}.`;
  const digests = new Map<Purpose, Digest>();
  return {
    prefix,
    digest(purpose) {
      const known = digests.get(purpose);
      if (known) return known;
      const hmac = hmacHex(derive(purpose));
      const digest: Digest = (text) => `${prefix}${hmac(text)}`;
      digests.set(purpose, digest);
      return digest;
    },
  };
}

function stretch(secret: string): Promise<Buffer> {
  const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    scrypt(secret, "merchant-console data key", 32, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/**
 * The first 16 bytes of HMAC-SHA-256 (RFC 2104), lower-case hex. The text is in one buffer while it is hashed, which is
 * overwritten. Two one-shot hashes: an Hmac object per call would stay until the next full garbage collection.
 */
function hmacHex(key: Buffer): Digest {
  const block = Buffer.alloc(64);
  (key.length > 64 ? hash("sha256", key, "buffer") : key).copy(block);
  const outer = Buffer.alloc(64 + 32);
  outer.set(block.map((byte) => byte ^ 0x5c));
  const innerBlock = block.map((byte) => byte ^ 0x36);
  let inner = Buffer.alloc(0);
  return (text) => {
    const length = 64 + Buffer.byteLength(text);
    if (inner.length < length) {
      inner = Buffer.alloc(Math.max(length, 4096));
      inner.set(innerBlock);
    }
    inner.write(text, 64);
    hash("sha256", inner.subarray(0, length), "buffer").copy(outer, 64);
    inner.fill(0, 64, length);
    return hash("sha256", outer, "hex").slice(0, 32);
  };
}
