import { hash, hkdfSync, scrypt } from "node:crypto";
import { currentKeyring, type Keyring } from "#server/data-keys/keyring-state.ts";
import { keySettings } from "#server/env.ts";
import { decrypt, encrypt } from "./encrypt.ts";

/**
 * Keyed digests of what must not be stored, and MACs of what must not change: `v1.<key id>.<32 hex digits>`. The data key
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
  | "record count"
  | "backup"
  | "bank file"
  | "bank line"
  | "audit event"
  | "setting";

export type Digest = (text: string) => string;

/** The digest under the current key. */
export async function keyedDigest(purpose: Purpose, text: string): Promise<string> {
  const [current] = await digestsFor(purpose);
  return current(text);
}

/** Every digest that may be stored for this text: the current key's first, then those of CONSOLE_DATA_KEY_OLD and of retired keys. */
export async function keyedDigests(purpose: Purpose, text: string): Promise<string[]> {
  return (await digestsFor(purpose)).map((digest) => digest(text));
}

/** The digest functions behind `keyedDigests`, in the same order: for many texts at once. */
export async function digestsFor(purpose: Purpose): Promise<[Digest, ...Digest[]]> {
  const [current, ...older] = await dataKeys();
  return [current.digest(purpose), ...older.map((key) => key.digest(purpose))];
}

/** Keys that encrypt what the store must give back, with the prefix that names each: the current one's first. */
export async function encryptionKeys(
  purpose: "second factor" | "gateway account",
): Promise<[PrefixedKey, ...PrefixedKey[]]> {
  const [current, ...older] = await dataKeys();
  const toKey = ({ prefix, encryptionKey }: DataKey) => ({ prefix, key: encryptionKey(purpose) });
  return [toKey(current), ...older.map(toKey)];
}

type PrefixedKey = { prefix: string; key: Buffer };

/** What digests begin with, by key: the current one's first. */
export async function keyPrefixes(): Promise<string[]> {
  return (await dataKeys()).map(({ prefix }) => prefix);
}

/** A data key and all that is derived from it. */
export type DataKey = {
  id: string;
  prefix: string;
  /** What all else is derived from: as secret as the key. */
  stretched: Buffer;
  digest(purpose: Purpose): Digest;
  encryptionKey(purpose: string): Buffer;
};
type DataKeys = [DataKey, ...DataKey[]];

let opened: { from: string; keyring: Keyring; keys: Promise<DataKeys> } | undefined;

/**
 * Every key that this process knows: the one it writes under first. That is CONSOLE_DATA_KEY, unless the store is still written under
 * CONSOLE_DATA_KEY_OLD: `npm run keys:rotate` changes it for all processes. A key whose derivation failed is tried again on the next call.
 */
export function dataKeys(): Promise<DataKeys> {
  const { dataKey, oldDataKey } = keySettings();
  const from = JSON.stringify([dataKey, oldDataKey]);
  const keyring = currentKeyring();
  if (opened?.from === from && opened.keyring === keyring) return opened.keys;
  const keys = arrangeKeys(dataKey, oldDataKey, keyring);
  opened = { from, keyring, keys };
  keys.catch(() => {
    opened = undefined;
  });
  return keys;
}

/** The key of CONSOLE_DATA_KEY. */
export const givenDataKey = (): Promise<DataKey> => openKey(keySettings().dataKey);

/** A key as the store keeps it: encrypted under another one. */
export const wrapKey = ({ id, stretched }: DataKey, under: DataKey): string =>
  `${under.prefix}${encrypt(under.encryptionKey(WRAPPING), stretched.toString("base64url"), id)}`;

const WRAPPING = "retired data key";

async function arrangeKeys(
  current: string,
  old: string | undefined,
  { activeId, retired }: Keyring,
): Promise<DataKeys> {
  const known: DataKeys = [await openKey(current)];
  const add = (key: DataKey) => known.some(({ id }) => id === key.id) || known.push(key);
  if (old !== undefined) add(await openKey(old));
  // One may be encrypted under another that is encrypted too.
  for (const _ of retired)
    for (const { id, wrapped } of retired) {
      const under = known.find(({ prefix }) => wrapped.startsWith(prefix));
      const text = under && decrypt(under.encryptionKey(WRAPPING), wrapped.slice(under.prefix.length), id);
      if (text !== undefined) add(fromStretched(Buffer.from(text, "base64url")));
    }
  const active = known.find(({ id }) => id === activeId);
  return active ? [active, ...known.filter((key) => key !== active)] : known;
}

const openedKeys = new Map<string, Promise<DataKey>>();

/** Stretched once (scrypt), so that a key typed by a person costs an attacker too; then one key per purpose (HKDF, RFC 5869). */
function openKey(secret: string): Promise<DataKey> {
  const known = openedKeys.get(secret);
  if (known) return known;
  const key = stretch(secret).then(fromStretched);
  openedKeys.set(secret, key);
  key.catch(() => openedKeys.delete(secret));
  return key;
}

function fromStretched(stretched: Buffer): DataKey {
  const derive = (label: string) =>
    Buffer.from(hkdfSync("sha256", stretched, "", `merchant-console v1 ${label}`, 32));
  const id = derive("key id").toString("hex").slice(0, 8);
  const prefix = `v1.${id}.`;
  const digests = new Map<Purpose, Digest>();
  return {
    id,
    prefix,
    stretched,
    encryptionKey: (purpose) => derive(`encrypt ${purpose}`),
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
