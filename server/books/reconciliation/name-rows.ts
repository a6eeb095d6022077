import type { Cause } from "#lib/reconciliation/causes.ts";
import { db } from "#server/db/db.ts";

/** What to call the row that a cause comes from: by its invoice, order, card or refnum, as far as the index knows. */
export async function nameRows(causes: readonly Cause[]): Promise<(cause: Cause) => string | undefined> {
  const idsOf = ({ keys, attemptIds }: Cause) => [keys[0], attemptIds[0]].filter((id) => id !== undefined);
  const ids = [...new Set(causes.flatMap(idsOf))];
  if (ids.length === 0) return () => undefined;
  const rows = await db()
    .selectFrom("indexed_transactions")
    .select(["id", "invoice", "orderid", "brand", "last_four", "refnum"])
    .where("id", "in", ids)
    .execute();
  const names = new Map(
    rows.map(({ id, invoice, orderid, brand, last_four, refnum }) => [
      id,
      invoice
        ? `Invoice ${invoice}`
        : orderid
          ? `Order ${orderid}`
          : last_four
            ? `${brand ?? "Card"} ending ${last_four}`
            : refnum
              ? `Ref. ${refnum}`
              : undefined,
    ]),
  );
  return (cause) =>
    idsOf(cause)
      .map((id) => names.get(id))
      .find((name) => name !== undefined);
}
