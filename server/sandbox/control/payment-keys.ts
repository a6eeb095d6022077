import { z } from "zod";
import { creditcard } from "#lib/gateway/command-fields.ts";
import type { Sandbox } from "../context.ts";
import { makePaymentKey } from "../keys.ts";

export const paymentKeyRequest = z.object({ creditcard });

/** Issues a key that stands for a card once, as a library in a customer's browser would. */
export async function issuePaymentKey(
  { store, vault, clock }: Sandbox,
  { creditcard: { cvc: _neverKept, ...card } }: z.output<typeof paymentKeyRequest>,
): Promise<{ payment_key: string }> {
  const payment_key = makePaymentKey();
  await store.transact(async (db) => {
    await db
      .insertInto("payment_keys")
      .values({ payment_key, sealed: vault.seal(JSON.stringify(card)), created_at: clock.now() })
      .execute();
  });
  return { payment_key };
}
