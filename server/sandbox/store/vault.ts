import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Vault } from "../context.ts";

/** A vault with a 32-byte key: AES-256-GCM for encryption, HMAC-SHA-256 for fingerprints, each with its own derived key. */
export function openVault(key: Buffer): Vault {
  const keyFor = (purpose: string) => createSecretKey(Buffer.from(hkdfSync("sha256", key, "", purpose, 32)));
  const encryptionKey = keyFor("sandbox sealing");
  const digesting = keyFor("sandbox fingerprint");
  const nextNonce = openNonces();
  return {
    encrypt: (text) => {
      const nonce = nextNonce();
      const cipher = createCipheriv("aes-256-gcm", encryptionKey, nonce);
      const body = cipher.update(text, "utf8");
      // Always empty in this mode, but it completes the tag.
      cipher.final();
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64");
    },
    decrypt: (encrypted) => {
      const bytes = Buffer.from(encrypted, "base64");
      const decipher = createDecipheriv("aes-256-gcm", encryptionKey, bytes.subarray(0, NONCE_BYTES));
      const bodyAt = NONCE_BYTES + TAG_BYTES;
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, bodyAt));
      return Buffer.concat([decipher.update(bytes.subarray(bodyAt)), decipher.final()]).toString("utf8");
    },
    fingerprint: (text) => createHmac("sha256", digesting).update(text).digest("base64url"),
  };
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const PREFIX_BYTES = 8;

/** Nonces that never repeat: a random prefix for each process, then a counter (NIST SP 800-38D, 8.2.1). */
function openNonces(): () => Buffer {
  let prefix = randomBytes(PREFIX_BYTES);
  let counter = 0;
  return () => {
    if (counter > 0xffff_ffff) {
      prefix = randomBytes(PREFIX_BYTES);
      counter = 0;
    }
    const nonce = Buffer.alloc(NONCE_BYTES);
    prefix.copy(nonce);
    nonce.writeUInt32BE(counter++, PREFIX_BYTES);
    return nonce;
  };
}

/** The key in `dataDir`/sandbox.key, created at the first start and readable by its owner only. */
export function readKeyFile(dataDir: string): Buffer {
  const path = join(dataDir, "sandbox.key");
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(path)) {
    try {
      writeFileSync(path, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600, flag: "wx", flush: true });
    } catch (error) {
      // Another process of the same sandbox has just created it.
      if (!existsSync(path)) throw error;
    }
  }
  const key = Buffer.from(readFileSync(path, "utf8").trim(), "hex");
  if (key.length !== 32) throw new Error(`The key file ${path} does not hold 64 hex digits.`);
  return key;
}
