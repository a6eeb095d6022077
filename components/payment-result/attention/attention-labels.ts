import type { IconName } from "#components/ui/icon/icon.tsx";
import type { Tone } from "#components/ui/status/tone.ts";
import type { AttentionItem } from "#lib/books/attention-item.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatDay, formatInstant } from "#lib/format/dates.ts";
import { formatDuration } from "#lib/format/durations.ts";
import { paths } from "#lib/paths.ts";
import { currencyOfNotice, isOfBulkFile, type Notice, subjectOf } from "#lib/payments/notice.ts";
import type { Right } from "#lib/permissions.ts";
import { noticeLabels } from "../notices/notice-labels.ts";

/** `right` is what its next step needs. */
export type AttentionLabels = {
  id: string;
  tone: Tone;
  icon: IconName;
  title: string;
  detail: string;
  cents?: number | undefined;
  currency?: string | undefined;
  href: string;
  right: Right;
  step: string;
};

/** Something that waits for a person, in words, with the page of its next step. `now` is epoch ms. */
export function attentionLabels(item: AttentionItem, timeZone: string, now: number): AttentionLabels {
  switch (item.kind) {
    case "unknownPayment":
      return {
        ...unknown(item.id, item.since, now),
        detail: `${item.label}, ${item.payer}, ${item.by}. Don't charge again.`,
        cents: item.cents,
        currency: item.currency,
        href: paths.attempt(item.id),
        right: "charge",
      };
    case "unknownFile":
      return {
        ...unknown(item.id, item.since, now),
        detail: `Bulk file ${item.name}, ${item.by}. Don't send it again.`,
        href: paths.bulkGroup(item.id),
        right: "viewBulk",
      };
    case "waitingFile":
      return {
        id: item.id,
        tone: "warning",
        icon: "upload",
        title: "Bulk file waits to be sent",
        detail: `${item.name}, ${countOf(item.rows, "row")}, prepared by ${item.by} ${formatInstant(timeZone, item.since, now)}`,
        href: paths.bulkGroup(item.id),
        right: "viewBulk",
        step: "Open the file",
      };
    case "drawer":
      return {
        id: String(item.shift),
        tone: "warning",
        icon: "drawer",
        title: item.isCounted ? `${item.drawer} is counted, not closed` : `${item.drawer} is open`,
        detail: `Shift ${item.shift}, opened by ${item.by} ${formatInstant(timeZone, item.since, now)}`,
        href: paths.drawerShift(item.shift),
        right: "viewDrawer",
        step: "Open the shift",
      };
    case "notice":
      return fromNotice(item.notice);
    case "batch":
      return {
        id: item.key,
        tone: item.isReady ? "warning" : "declined",
        icon: item.isReady ? "pending" : "differs",
        title: `Batch ${item.name} ${item.isReady ? "is ready to sign" : "has differences"}`,
        detail: `Closed ${formatInstant(timeZone, item.closedAt, now)}`,
        href: paths.reconciliation(item.key),
        right: "reconcile",
        step: item.isReady ? "Sign" : "Find the cause",
      };
    case "event":
      return {
        id: item.id,
        tone: "warning",
        icon: "webhook",
        title: item.type,
        detail: `${item.reason} Received ${formatInstant(timeZone, item.since, now)}`,
        href: paths.webhook(item.id),
        right: "viewWebhooks",
        step: "Open the event",
      };
    case "receipt":
      return {
        id: `receipt-${item.key}`,
        tone: "warning",
        icon: "mail",
        title: `Receipt not sent to ${item.payer}`,
        detail: `${item.reason}. Taken by ${item.by} ${formatInstant(timeZone, item.since, now)}`,
        href: paths.transaction(item.key),
        right: "sendReceipt",
        step: "Email it again",
      };
    case "shortDeposit":
      return {
        id: `deposit-${item.id}`,
        tone: "declined",
        icon: "differs",
        title: "Deposit is short",
        detail: `${item.description}, ${formatDay(item.day)}. Ask the bank or the processor for the rest.`,
        cents: item.cents,
        currency: item.currency,
        href: paths.deposits(new URLSearchParams({ from: item.day, to: item.day }).toString()),
        right: "manageDeposits",
        step: "Open the deposit",
      };
    case "lateDeposit":
      return {
        id: `late-${item.id}`,
        tone: "warning",
        icon: "bank",
        title: `Batch ${item.batchName} is not at the bank`,
        detail: `${item.part.charAt(0).toUpperCase()}${item.part.slice(1)}, due ${formatDay(item.due)}`,
        cents: item.cents,
        currency: item.currency,
        href: paths.batch(item.batchKey),
        right: "manageDeposits",
        step: "Open the batch",
      };
    case "authorization":
      return {
        id: item.key,
        tone: "warning",
        icon: "clock",
        title: `Authorization expires in ${formatDuration((item.expiresAt - now) / 1000)}`,
        detail: [item.who, `held since ${formatInstant(timeZone, item.since, now)}`]
          .filter(Boolean)
          .join(", "),
        cents: item.cents,
        currency: item.currency,
        href: paths.transaction(item.key),
        right: "viewTransactions",
        step: "Open",
      };
  }
}

function unknown(id: string, since: number, now: number) {
  const title = `Outcome unknown for ${formatDuration((now - since) / 1000)}`;
  return { id, tone: "unknown", icon: "unknown", title, step: "Open" } as const;
}

function fromNotice(notice: Notice): AttentionLabels {
  const { tone, icon, title, advice } = noticeLabels(notice);
  const { id, transactionKey, attemptId, amountCents } = notice;
  const place: { href: string; right: Right } = transactionKey
    ? { href: paths.transaction(transactionKey), right: "viewTransactions" }
    : isOfBulkFile(notice)
      ? { href: paths.bulkGroup(notice.fileId), right: "viewBulk" }
      : { href: attemptId ? paths.attempt(attemptId) : paths.attention(), right: "charge" };
  return {
    id,
    tone,
    icon,
    title,
    detail: `${subjectOf(notice)}. ${advice}`,
    cents: amountCents,
    currency: currencyOfNotice(notice),
    ...place,
    step: "Open",
  };
}
