import { z } from "zod";
import { decrypt, encrypt } from "#server/payments/card-data/encrypt.ts";
import { encryptionKeys } from "#server/payments/card-data/secrets.ts";

const accountKeys = z.strictObject({ apiKey: z.string(), apiPin: z.string(), webhookKey: z.string() });
/** `webhookKey`: "" for none. */
export type AccountKeys = z.output<typeof accountKeys>;

/** The keys as they are stored: AES-256-GCM under the data key, readable for this account's row alone. */
export async function encryptKeys(keys: AccountKeys, accountId: string): Promise<string> {
  const [current] = await encryptionKeys("gateway account");
  return `${current.prefix}${encrypt(current.key, JSON.stringify(keys), accountId)}`;
}

/** Undefined when they were encrypted under a key that this process does not have, or are not this account's. */
export async function decryptKeys(stored: string, accountId: string): Promise<AccountKeys | undefined> {
  const found = (await encryptionKeys("gateway account")).find(({ prefix }) => stored.startsWith(prefix));
  const text = found && decrypt(found.key, stored.slice(found.prefix.length), accountId);
  return text === undefined ? undefined : accountKeys.parse(JSON.parse(text));
}
