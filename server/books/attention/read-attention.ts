import type { Attention, AttentionItem } from "#lib/books/attention-item.ts";
import type { BulkFileState } from "#lib/bulk/file/bulk-file.ts";
import { commands } from "#lib/gateway/commands.ts";
import { may, type Right, type Role } from "#lib/permissions.ts";
import { countUnknownFiles, listFiles, listUnknownFiles } from "#server/bulk/files.ts";
import { countOpenNotices, listOpenNotices } from "#server/payments/attempts/notices.ts";
import { countOpen, listOpen } from "#server/payments/attention.ts";
import { listOpenOrders } from "#server/payments/orders/list-open.ts";
import { listDepositProblems } from "./deposit-problems.ts";
import { listExpiringAuthorizations } from "./expiring-authorizations.ts";
import { listDifferingBatches } from "./unsigned-batches.ts";

/**
 * What waits for a person of this role, the most urgent kind first and oldest first within it. Its count is the one of the
 * navigation, the Attention page and Today.
 */
export async function readAttention(role: Role, now: number): Promise<Attention> {
  const [payments, files, notices, ...lists] = await Promise.all([
    countOpen(),
    countUnknownFiles(),
    countOpenNotices(),
    listUnknown(),
    listOrders(),
    listNotices(),
    listOther(role, now),
  ]);
  const items = lists.flat();
  const left = (count: number, kind: AttentionItem["kind"]) =>
    Math.max(0, count - items.filter((item) => item.kind === kind).length);
  const cut = left(payments, "unknownPayment") + left(files, "unknownFile") + left(notices, "notice");
  return { items, count: items.length + cut };
}

/** What has no list of its own on the Attention page, as far as this role may see it. */
export async function listOther(role: Role, now: number): Promise<AttentionItem[]> {
  const read = others.map(({ right, list }) => (may(role, right) ? list(now) : []));
  return (await Promise.all(read)).flat();
}

const others: readonly { right: Right; list: (now: number) => Promise<AttentionItem[]> }[] = [
  { right: "viewBulk", list: () => listWaitingFiles() },
  { right: "viewTransactions", list: (now) => listExpiringAuthorizations(now) },
  { right: "reconcile", list: () => listDifferingBatches() },
  { right: "manageDeposits", list: (now) => listDepositProblems(now) },
];

/** Payments and bulk files whose answer was lost. */
export async function listUnknown(): Promise<AttentionItem[]> {
  const [payments, files] = await Promise.all([listOpen(), listUnknownFiles()]);
  return [
    ...payments.map(
      (attempt): AttentionItem => ({
        kind: "unknownPayment",
        id: attempt.id,
        label: commands[attempt.command].label,
        paymentMethod: attempt.paymentMethod,
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

/** Orders that are paid in part or not undone to their end. */
export async function listOrders(): Promise<AttentionItem[]> {
  return (await listOpenOrders()).map((order) => ({ kind: "order", order }));
}

/** Returned checks, decisions that proved wrong and incomplete files that are not acknowledged. */
export async function listNotices(): Promise<AttentionItem[]> {
  return (await listOpenNotices()).map((notice) => ({ kind: "notice", notice }));
}

const notSent: readonly BulkFileState[] = ["waiting", "approved", "sending"];

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
