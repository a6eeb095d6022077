import { z } from "zod";
import { findCommand } from "#lib/gateway/commands.ts";
import { creditcard } from "#lib/gateway/schemas/command-fields.ts";
import type { KeyedCard } from "../commands/usable-card.ts";
import type { Sandbox, SourceSettings } from "../context.ts";
import { makePaymentKey } from "../keys.ts";
import { withoutAbsent } from "../presenters/batch.ts";
import { invalidField, RefusalError } from "../refusal.ts";
import { changeTransaction, findTransaction } from "../store/transactions.ts";
import { raiseCheckEvent } from "../webhooks/raise-event.ts";

export const checkChange = z
  .object({ note: z.string().max(255).optional(), fail: z.string().max(255).optional() })
  .refine(({ note, fail }) => (note === undefined) !== (fail === undefined), "give note or fail");

/** Adds the bank's note to a check, or fails it with a reason. */
export async function changeCheck(
  sandbox: Sandbox,
  key: string,
  { note, fail }: z.output<typeof checkChange>,
): Promise<{ status: string }> {
  await sandbox.store.transact(async (db) => {
    const row = await findTransaction(db, key, { lock: true });
    if (!row) throw new RefusalError("notFound");
    const check = row.details.check;
    if (!check) throw invalidField("key", "is not a check");
    const details = { ...row.details, check: { ...check, banknote: note ?? fail } };
    const changed = await changeTransaction(
      db,
      row,
      fail === undefined
        ? { details }
        : // It took no money, so charging it again is no duplicate.
          { details, status_code: "E", next_step_at: null, duplicate_of_kind: null },
    );
    await raiseCheckEvent({ sandbox, db, now: sandbox.clock.now() }, row, changed);
  });
  sandbox.webhooks.wake();
  return { status: "success" };
}

export const paymentKeyRequest = z.object({ creditcard });

/** Issues a one-time payment key for a card, as a library in a customer's browser would. */
export async function issuePaymentKey(
  { store, vault, clock }: Sandbox,
  { creditcard: { cvc, ...card } }: z.output<typeof paymentKeyRequest>,
): Promise<{ payment_key: string }> {
  const payment_key = makePaymentKey();
  // The code itself is never kept, only that it was given.
  const keyed: KeyedCard = { ...card, withCode: Boolean(cvc) };
  await store.transact(async (db) => {
    await db
      .insertInto("payment_keys")
      .values({ payment_key, sealed: vault.encrypt(JSON.stringify(keyed)), created_at: clock.now() })
      .execute();
  });
  return { payment_key };
}

export const receiptTemplate = z.object({
  id: z.string().regex(/^[\w.-]{1,64}$/, "must be letters, digits, dots, hyphens or underscores"),
  html: z.string(),
});

/** Creates or changes a receipt template with placeholders such as {{amount}} and {{authcode}}. */
export async function saveReceiptTemplate(
  { store }: Sandbox,
  { id, html }: z.output<typeof receiptTemplate>,
): Promise<{ status: string }> {
  await store.transact(async (db) => {
    await db
      .insertInto("receipt_templates")
      .values({ id, html })
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ html }))
      .execute();
  });
  return { status: "success" };
}

const addresses = z.array(z.string().max(64)).max(1000);

export const keyChange = z.object({
  key: z.string().regex(/^[^:\s]{1,128}$/, "must be 1 to 128 characters without a colon or a space"),
  pin: z.string().max(128).default(""),
  name: z.string().max(128).optional(),
  commands: z
    .array(z.string().refine((name) => findCommand(name), "must be a command"))
    .max(100)
    .optional(),
  duplicates: z.enum(["off", "all", "card-amount", "card-amount-orderid"]).optional(),
  allowedIps: addresses.optional(),
  authorizationDays: z.number().int().min(0).max(3650).optional(),
  captureExpired: z.enum(["error", "reauth", "override"]).optional(),
  refundUnsettled: z.boolean().optional(),
  endpoint: z
    .string()
    .regex(/^[\w-]{1,64}$/, "must be letters, digits, hyphens or underscores")
    .optional(),
  limits: z.object({ minute: z.number().int().min(1), day: z.number().int().min(1) }).optional(),
});

/** Creates or changes an API key; `endpoint` also registers that endpoint key with the given limits and addresses. */
export async function saveKey(
  { registry }: Sandbox,
  { key, pin, endpoint, limits, ...settings }: z.output<typeof keyChange>,
): Promise<{ status: string }> {
  const { allowedIps, ...others } = settings;
  // The addresses restrict the endpoint when one is registered, else the key.
  const changes = endpoint === undefined ? settings : others;
  await registry.saveSource(key, pin, withoutAbsent(changes) as Partial<SourceSettings>); // what is left has a value
  if (endpoint !== undefined) await registry.saveEndpoint(endpoint, { limits, allowedIps });
  return { status: "success" };
}
