import { gatewayCheckText } from "#lib/gateway-check.ts";
import { type Refusal, refuse, refuseFields } from "#lib/result.ts";
import { checkCredentials, type KnownItem } from "#server/gateway-client/check-credentials.ts";
import type { AccountKeys } from "./encrypted-keys.ts";
import type { Store } from "./read-there.ts";

/** Why an account can't have these keys; undefined once the gateway accepts them and knows what the account's books hold. */
export async function tryKeys(
  urls: readonly URL[],
  { apiKey, apiPin }: AccountKeys,
  known?: KnownItem,
): Promise<{ ok: false; problem: Refusal } | undefined> {
  const keys = { urls, apiKey, apiPin };
  let check = await checkCredentials(keys);
  if (check.kind === "works" && known) {
    check = await checkCredentials({ ...keys, known });
    if (check.kind === "refused" && check.status === 404)
      return refuse(otherMerchantText, { apiKey: otherMerchant });
  }
  if (check.kind === "works") return undefined;
  if (check.kind === "refused" && check.status === 404) return refuseFields({ urls: nothingThere });
  const { title, text } = gatewayCheckText(check);
  const fields = problemOf[check.kind];
  return fields ? refuse(`Nothing was saved. ${title}.`, fields) : refuse(`Nothing was saved. ${text}`);
}

/** What a store holds of its gateway: a batch, else a payment. */
export async function findKnown(store: Store): Promise<KnownItem | undefined> {
  const batch = await store
    .selectFrom("history_batches")
    .select("batch_key as key")
    .orderBy("opened_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (batch) return { ...batch, name: "getBatch" };
  const payment = await store
    .selectFrom("indexed_transactions")
    .select("transaction_key as key")
    .where("transaction_key", "is not", null)
    .where("outcome", "=", "approved")
    .orderBy("created_at", "desc")
    .limit(1)
    .$narrowType<{ key: string }>()
    .executeTakeFirst();
  return payment && { ...payment, name: "getTransaction" };
}

const otherMerchant = "Another merchant's: add an account for it.";
const otherMerchantText =
  "Nothing was saved. The gateway has none of this account's payments under these keys: they are another merchant's. Add an account for it.";

const nothingThere = "The gateway has nothing at this address. It ends in a path, such as /api/v2.";

const problemOf: Partial<Record<string, Record<string, string>>> = {
  unknownKey: { apiKey: "The gateway has no such API key." },
  wrongPin: { apiPin: "The gateway knows the key but refused the PIN." },
  addressNotAllowed: { urls: "The gateway doesn't allow this server's address." },
  unreachable: { urls: "The gateway can't be reached at this address." },
};
