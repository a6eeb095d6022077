import { createCipheriv, createDecipheriv, createSecretKey, hash, hkdfSync, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { drawBytes } from "./draw-bytes.ts";

/** Seals what must never be readable at rest (card and account numbers, PINs), and tells equal ones apart from different ones. */
export type Vault = {
  seal(text: string): string;
  /** Throws when the text was sealed with another key. */
  open(sealed: string): string;
  /** The same text always gives the same fingerprint; nothing else is told. */
  fingerprint(text: string): string;
};

/** A vault of a 32-byte key: AES-256-GCM, and a keyed digest with a key of its own. */
export function openVault(key: Buffer): Vault {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync("sha256", key, "", purpose, 32));
  // As a key object: of bytes one would be made at each call, which costs more than the sealing itself.
  const sealing = createSecretKey(keyFor("sandbox sealing"));
  return {
    seal: (text) => {
      const nonce = drawBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", sealing, nonce);
      const body = cipher.update(text, "utf8");
      // Gives nothing more, since this cipher works byte by byte, but ends what the tag is made of.
      cipher.final();
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64");
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, "base64");
      const decipher = createDecipheriv("aes-256-gcm", sealing, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
    },
    fingerprint: openFingerprint(keyFor("sandbox fingerprint")),
  };
}

const NONCE_BYTES = 12;

/** HMAC-SHA-256 as RFC 2104 has it, by two plain digests: an Hmac object made for each text costs twice as much. */
function openFingerprint(key: Buffer): (text: string) => string {
  const padded = (filling: number) => {
    const block = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES, filling);
    for (const [place, byte] of key.entries()) block[place] = byte ^ filling;
    return block;
  };
  const inner = padded(0x36).subarray(0, BLOCK_BYTES);
  const outer = padded(0x5c);
  return (text) => {
    outer.write(hash("sha256", Buffer.concat([inner, Buffer.from(text)]), "binary"), BLOCK_BYTES, "latin1");
    return hash("sha256", outer, "base64url");
  };
}

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;

/** The key in `dataDir`/sandbox.key, made at the first start and readable by its owner only. */
export function readKeyFile(dataDir: string): Buffer {
  const path = join(dataDir, "sandbox.key");
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(path)) {
    try {
      writeFileSync(path, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600, flag: "wx", flush: true });
    } catch (error) {
      // Another process of the same sandbox was quicker: its key is the key.
      if (!existsSync(path)) throw error;
    }
  }
  const key = Buffer.from(readFileSync(path, "utf8").trim(), "hex");
  if (key.length !== 32) throw new Error(`The key file ${path} does not hold 64 hex digits.`);
  return key;
}
