import { z } from "zod";
import type { Sandbox } from "../context.ts";

export const receiptTemplate = z.object({
  id: z.string().regex(/^[\w.-]{1,64}$/, "must be letters, digits, dots, hyphens or underscores"),
  html: z.string(),
});

/** Makes or changes a receipt template; {{amount}}, {{authcode}} and the like are filled in. */
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
