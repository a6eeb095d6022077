import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** AES-256-GCM, base64url of nonce, text and tag. `owner` has to be the same when it is decrypted. */
export function encrypt(key: Buffer, text: string, owner: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(owner));
  const parts = [nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(parts).toString("base64url");
}

/** Undefined when it was encrypted under another key or for another owner, or was changed. */
export function decrypt(key: Buffer, encrypted: string, owner: string): string | undefined {
  const bytes = Buffer.from(encrypted, "base64url");
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    return `${decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, "utf8")}${decipher.final("utf8")}`;
  } catch {
    return undefined;
  }
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
