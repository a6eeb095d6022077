import type { AttentionItem } from "#lib/books/attention-item.ts";
import { authorizationDays } from "#lib/gateway/authorization-days.ts";
import { DAY_MS } from "#lib/time.ts";
import { db } from "#server/db/db.ts";
import { shownCurrency } from "../today/read-sales.ts";

/** An authorization is named this long before it expires. */
const warnedMs = 7 * DAY_MS;
const maxShown = 100;

/** Authorizations that expire within a week and are not captured, oldest first. */
export async function listExpiringAuthorizations(now: number): Promise<AttentionItem[]> {
  const lifeMs = authorizationDays * DAY_MS;
  const rows = await db()
    .selectFrom("indexed_transactions")
    .selectAll()
    .where("phase", "=", "authorized")
    .where("created_at", ">", now - lifeMs)
    .where("created_at", "<=", now - lifeMs + warnedMs)
    .orderBy("created_at")
    .limit(maxShown)
    .execute();
  return rows.map((row) => ({
    kind: "authorization",
    key: row.transaction_key ?? row.id,
    customer: row.customer ?? undefined,
    brand: row.brand ?? undefined,
    lastFour: row.last_four ?? undefined,
    invoice: row.invoice ?? undefined,
    since: row.created_at,
    expiresAt: row.created_at + lifeMs,
    cents: row.cents ?? undefined,
    currency: shownCurrency(row.currency),
  }));
}
