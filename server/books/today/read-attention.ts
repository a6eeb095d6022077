import type { BusinessClock } from "#lib/business-day.ts";
import { authorizationDays } from "#lib/gateway/authorization-days.ts";
import { commands } from "#lib/gateway/commands.ts";
import { DAY_MS } from "#lib/time.ts";
import type { AttentionItem } from "#lib/today/today.ts";
import { listFiles, listUnknownFiles } from "#server/bulk/files.ts";
import { db } from "#server/db/db.ts";
import { listOpenNotices } from "#server/payments/attempts/notices.ts";
import { listOpen } from "#server/payments/attention.ts";
import { shownCurrency } from "./read-sales.ts";

/** What waits for a person, the most urgent kind first and oldest first within it. */
export async function readAttention(_clock: BusinessClock, now: number): Promise<AttentionItem[]> {
  const [payments, unknownFiles, notices, { files }, authorizations] = await Promise.all([
    listOpen(),
    listUnknownFiles(),
    listOpenNotices(),
    listFiles({ limit: 100, offset: 0, open: true }),
    listExpiringAuthorizations(now),
  ]);
  return [
    ...payments.map(
      (attempt): AttentionItem => ({
        kind: "unknownPayment",
        id: attempt.id,
        label: commands[attempt.command].label,
        payer: attempt.payer,
        by: attempt.userName,
        since: attempt.sentAt ?? attempt.preparedAt,
        cents: attempt.signedCents ?? attempt.amountCents,
        currency: attempt.currency,
      }),
    ),
    ...unknownFiles.map(
      ({ id, name, preparedBy, sentAt, preparedAt }): AttentionItem => ({
        kind: "unknownFile",
        id,
        name,
        by: preparedBy,
        since: sentAt ?? preparedAt,
      }),
    ),
    ...notices.map((notice): AttentionItem => ({ kind: "notice", notice })),
    ...files
      .filter(({ state }) => state === "waiting" || state === "released")
      .map(
        ({ id, name, preparedBy, preparedAt, good }): AttentionItem => ({
          kind: "waitingFile",
          id,
          name,
          by: preparedBy,
          since: preparedAt,
          rows: good,
        }),
      )
      .reverse(),
    ...authorizations,
  ];
}

/** An authorization is named this long before it expires. */
const warnedMs = 7 * DAY_MS;
const mostAuthorizations = 50;

/** Authorizations that expire within a week and are not captured, oldest first. */
async function listExpiringAuthorizations(now: number): Promise<AttentionItem[]> {
  const lifeMs = authorizationDays * DAY_MS;
  const rows = await db()
    .selectFrom("indexed_transactions")
    .selectAll()
    .where("phase", "=", "authorized")
    .where("created_at", ">", now - lifeMs)
    .where("created_at", "<=", now - lifeMs + warnedMs)
    .orderBy("created_at")
    .limit(mostAuthorizations)
    .execute();
  return rows.map((row) => ({
    kind: "authorization",
    key: row.transaction_key ?? row.id,
    who: [
      row.customer,
      row.brand && `${row.brand} ending ${row.last_four}`,
      row.invoice && `invoice ${row.invoice}`,
    ]
      .filter(Boolean)
      .join(", "),
    since: row.created_at,
    expiresAt: row.created_at + lifeMs,
    cents: row.cents ?? undefined,
    currency: shownCurrency(row.currency),
  }));
}
