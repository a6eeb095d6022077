import { z } from "zod";
import type { Sandbox } from "../context.ts";
import { invalidField, Refusal } from "../refusal.ts";
import { changeTransaction, findTransaction } from "../store/transactions.ts";
import { raiseCheckEvent } from "../webhooks/raise-event.ts";

export const checkChange = z
  .object({ note: z.string().max(255).optional(), fail: z.string().max(255).optional() })
  .refine(({ note, fail }) => (note === undefined) !== (fail === undefined), "give note or fail");

/** Adds the bank's note to a check, or lets it fail with a reason. */
export async function changeCheck(
  sandbox: Sandbox,
  key: string,
  { note, fail }: z.output<typeof checkChange>,
): Promise<{ status: string }> {
  await sandbox.store.transact(async (db) => {
    const row = await findTransaction(db, key, { hold: true });
    if (!row) throw new Refusal("notFound");
    const check = row.details.check;
    if (!check) throw invalidField("key", "is not a check");
    const details = { ...row.details, check: { ...check, banknote: note ?? fail } };
    const changed = await changeTransaction(
      db,
      row,
      fail === undefined ? { details } : { details, status_code: "E", next_step_at: null },
    );
    await raiseCheckEvent({ sandbox, db, now: sandbox.clock.now() }, row, changed);
  });
  sandbox.webhooks.wake();
  return { status: "success" };
}
