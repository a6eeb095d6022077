import { decrypt, encrypt } from "#server/payments/card-data/encrypt.ts";
import { encryptionKeys } from "#server/payments/card-data/secrets.ts";

/** The secret as it is stored: AES-256-GCM under the data key, readable for this user's row alone. */
export async function encryptSecret(secret: string, userId: string): Promise<string> {
  const [current] = await encryptionKeys("second factor");
  return `${current.prefix}${encrypt(current.key, secret, userId)}`;
}

/** Undefined when it was encrypted under a key that this console does not have, or is not this user's. */
export async function decryptSecret(stored: string, userId: string): Promise<string | undefined> {
  const found = (await encryptionKeys("second factor")).find(({ prefix }) => stored.startsWith(prefix));
  return found && decrypt(found.key, stored.slice(found.prefix.length), userId);
}

/** The stored secret as it should be stored: one under the previous data key is encrypted again. */
export async function underCurrentKey(stored: string, secret: string, userId: string): Promise<string> {
  const [current] = await encryptionKeys("second factor");
  return stored.startsWith(current.prefix) ? stored : encryptSecret(secret, userId);
}
