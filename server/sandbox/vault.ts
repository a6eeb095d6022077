import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
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
  // As key objects: of bytes one would be made at each call, which costs more than the sealing itself.
  const [sealing, digesting] = ["sandbox sealing", "sandbox fingerprint"].map((purpose) =>
    createSecretKey(Buffer.from(hkdfSync("sha256", key, "", purpose, 32))),
  ) as [KeyObject, KeyObject]; // one of each
  return {
    seal: (text) => {
      const nonce = drawBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", sealing, nonce);
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64");
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, "base64");
      const decipher = createDecipheriv("aes-256-gcm", sealing, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
    },
    fingerprint: (text) => createHmac("sha256", digesting).update(text).digest("base64url"),
  };
}

const NONCE_BYTES = 12;

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
