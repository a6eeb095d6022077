import type { Db } from "./store.ts";

/** Uses a payment key up and gives back its sealed card; undefined when it is unknown or has been used. */
export async function takePaymentKey(db: Db, paymentKey: string): Promise<string | undefined> {
  if (!/^pk_[a-z0-9]{24}$/.test(paymentKey)) return undefined;
  const taken = await db
    .deleteFrom("payment_keys")
    .where("payment_key", "=", paymentKey)
    .returning("sealed")
    .executeTakeFirst();
  return taken?.sealed;
}
