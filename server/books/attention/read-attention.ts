import type { AttentionItem } from "#lib/books/attention-item.ts";
import type { BulkFileState } from "#lib/bulk/file/bulk-file.ts";
import { commands } from "#lib/gateway/commands.ts";
import { listFiles, listUnknownFiles } from "#server/bulk/files.ts";
import { listOpenNotices } from "#server/payments/attempts/notices.ts";
import { listOpen } from "#server/payments/attention.ts";
import { listOpenOrders } from "#server/payments/orders/list-open.ts";
import { listDepositProblems } from "./deposit-problems.ts";
import { listExpiringAuthorizations } from "./expiring-authorizations.ts";
import { listDifferingBatches } from "./unsigned-batches.ts";

/** What waits for a person, the most urgent kind first and oldest first within it. */
export async function readAttention(now: number): Promise<AttentionItem[]> {
  return (
    await Promise.all([
      listUnknown(),
      listOrders(),
      listNotices(),
      listWaitingFiles(),
      listExpiringAuthorizations(now),
      listDifferingBatches(),
      listDepositProblems(now),
    ])
  ).flat();
}

/** Payments and bulk files whose answer was lost. */
export async function listUnknown(): Promise<AttentionItem[]> {
  const [payments, files] = await Promise.all([listOpen(), listUnknownFiles()]);
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
    ...files.map(
      ({ id, name, preparedBy, sentAt, preparedAt }): AttentionItem => ({
        kind: "unknownFile",
        id,
        name,
        by: preparedBy,
        since: sentAt ?? preparedAt,
      }),
    ),
  ];
}

/** Orders that are paid in part or not taken back to their end. */
async function listOrders(): Promise<AttentionItem[]> {
  return (await listOpenOrders()).map((order) => ({ kind: "order", order }));
}

/** Returned checks, decisions that proved wrong and incomplete files that are not acknowledged. */
export async function listNotices(): Promise<AttentionItem[]> {
  return (await listOpenNotices()).map((notice) => ({ kind: "notice", notice }));
}

const notSent: readonly BulkFileState[] = ["waiting", "released", "sending"];

/** Bulk files that are prepared and not sent. */
export async function listWaitingFiles(): Promise<AttentionItem[]> {
  const { files } = await listFiles({ limit: 100, offset: 0, open: true });
  return files
    .filter(({ state }) => notSent.includes(state))
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
    .reverse();
}
