import type { AttentionItem } from "#lib/books/attention-item.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { DAY_MS } from "#lib/time.ts";
import { listWithReceipts } from "#server/payments/attempts/attempt-queries.ts";

const namedMs = 7 * DAY_MS;
const maxShown = 100;

/** Payments of the last week whose receipt the gateway could not email, and nobody has sent since; oldest first. */
export async function listUnsentReceipts(now: number): Promise<AttentionItem[]> {
  const rows = await listWithReceipts(now - namedMs);
  return rows
    .flatMap(({ transaction_key: key, payer, user_name, prepared_at, answer }) => {
      const { receipts }: TransactionDetail = JSON.parse(answer ?? "{}");
      const deliveries = [receipts?.customer ?? "", receipts?.merchant ?? ""];
      const unsent = deliveries.find((text) => text !== "" && !/^mail sent/i.test(text));
      return key && unsent
        ? [
            {
              kind: "receipt",
              key,
              paymentMethod: payer,
              by: user_name,
              since: prepared_at,
              reason: unsent,
            } as const,
          ]
        : [];
    })
    .slice(0, maxShown);
}
