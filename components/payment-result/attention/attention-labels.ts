import type { IconName } from "#components/ui/icon/icon.tsx";
import type { Tone } from "#components/ui/status/tone.ts";
import { type AttentionItem, holderOf } from "#lib/books/attention-item.ts";
import { mayPay } from "#lib/deposits/may-pay.ts";
import { checkDayOf } from "#lib/deposits/portion.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatDay, formatInstant } from "#lib/format/dates.ts";
import { formatDuration } from "#lib/format/durations.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import { currencyOfNotice, isOfBulkFile, type Notice, subjectOf } from "#lib/payments/notice.ts";
import type { OpenOrder } from "#lib/payments/order.ts";
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

type Items = { [Item in AttentionItem as Item["kind"]]: Item };
type Kind = keyof Items;

/** Something that waits for a person, in words, with the page of its next step. `now` is epoch ms. */
export function attentionLabels<K extends Kind>(
  item: Items[K] & { kind: K },
  timeZone: string,
  now: number,
): AttentionLabels {
  return labels[item.kind](item, { timeZone, now });
}

type Clock = { timeZone: string; now: number };

const labels: { [K in Kind]: (item: Items[K], clock: Clock) => AttentionLabels } = {
  unknownPayment: (item, { now }) => ({
    ...unknown(item.id, item.since, now),
    detail: t("{label}, {payer}, {by}. Don't charge again.", {
      label: translate(item.label),
      payer: translate(item.paymentMethod),
      by: item.by,
    }),
    cents: item.cents,
    currency: item.currency,
    href: paths.attempt(item.id),
    right: "charge",
  }),
  order: ({ order }, { timeZone, now }) => orderLabels(order, timeZone, now),
  unknownFile: (item, { now }) => ({
    ...unknown(item.id, item.since, now),
    detail: t("Bulk file {name}, {by}. Don't send it again.", { name: item.name, by: item.by }),
    href: paths.bulkGroup(item.id),
    right: "viewBulk",
  }),
  waitingFile: (item, { timeZone, now }) => ({
    id: item.id,
    tone: "warning",
    icon: "upload",
    title: t("Bulk file waits to be sent"),
    detail: t("{name}, {rows}, prepared by {by} {instant}", {
      name: item.name,
      rows: countOf(item.rows, "row"),
      by: item.by,
      instant: formatInstant(timeZone, item.since, now),
    }),
    href: paths.bulkGroup(item.id),
    right: "viewBulk",
    step: t("Open the file"),
  }),
  drawer: (item, { timeZone, now }) => ({
    id: String(item.shift),
    tone: "warning",
    icon: "drawer",
    title: item.isCounted
      ? t("{drawer} is counted, not closed", { drawer: item.drawer })
      : t("{drawer} is open", { drawer: item.drawer }),
    detail: t("Shift {shift}, opened by {by} {instant}", {
      shift: item.shift,
      by: item.by,
      instant: formatInstant(timeZone, item.since, now),
    }),
    href: paths.drawerShift(item.shift),
    right: "viewAllShifts",
    step: t("Open the shift"),
  }),
  notice: ({ notice }) => fromNotice(notice),
  batch: (item, { timeZone, now }) => ({
    id: item.key,
    tone: item.isReady ? "warning" : "declined",
    icon: item.isReady ? "pending" : "differs",
    title: item.isReady
      ? t("Batch {name} is ready to sign", { name: item.name })
      : t("Batch {name} has differences", { name: item.name }),
    detail: t("Closed {instant}", { instant: formatInstant(timeZone, item.closedAt, now) }),
    href: paths.reconciliation(item.key),
    right: "reconcile",
    step: item.isReady ? t("Sign") : t("Find the cause"),
  }),
  event: (item, { timeZone, now }) => ({
    id: item.id,
    tone: "warning",
    icon: "webhook",
    title: item.type,
    detail: t("{reason} Received {instant}", {
      reason: translate(item.reason),
      instant: formatInstant(timeZone, item.since, now),
    }),
    href: paths.webhook(item.id),
    right: "viewWebhooks",
    step: t("Open the event"),
  }),
  receipt: (item, { timeZone, now }) => ({
    id: `receipt-${item.key}`,
    tone: "warning",
    icon: "mail",
    title: t("Receipt not sent to {payer}", { payer: translate(item.paymentMethod) }),
    detail: t("{reason}. Taken by {by} {instant}", {
      reason: translate(item.reason),
      by: item.by,
      instant: formatInstant(timeZone, item.since, now),
    }),
    href: paths.transaction(item.key),
    right: "sendReceipt",
    step: t("Email it again"),
  }),
  shortDeposit: (item) => ({
    id: `deposit-${item.id}`,
    tone: "declined",
    icon: "differs",
    title: t("Deposit is short"),
    detail: t("{description}, {day}. Ask the bank or the processor for the rest.", {
      description: item.description,
      day: formatDay(item.day),
    }),
    cents: item.cents,
    currency: item.currency,
    href: paths.deposits(new URLSearchParams({ from: item.day, to: item.day }).toString()),
    right: "manageDeposits",
    step: t("Open the deposit"),
  }),
  lateDeposit: (item) => {
    const shared = {
      id: `late-${item.id}`,
      tone: "warning",
      icon: "bank",
      cents: item.cents,
      currency: item.currency,
      right: "manageDeposits",
    } as const;
    const { deposit } = item;
    if (deposit)
      return {
        ...shared,
        title: t("Deposit not matched: {what}", { what: translate(item.what) }),
        detail: mayPay(deposit, item.currency),
        href: paths.deposits(
          new URLSearchParams({ state: "open", from: deposit.day, to: deposit.day }).toString(),
        ),
        step: t("Open the deposit"),
      };
    const checkDay = checkDayOf(item.batchKey);
    return {
      ...shared,
      title: t("Not at the bank: {what}", { what: translate(item.what) }),
      detail: t("Due {day}", { day: formatDay(item.due) }),
      href:
        checkDay === undefined ? paths.batch(item.batchKey) : paths.search(`tender:check day:${checkDay}`),
      step: checkDay === undefined ? t("Open the batch") : t("Open the checks"),
    };
  },
  authorization: (item, { timeZone, now }) => ({
    id: item.key,
    tone: "warning",
    icon: "clock",
    title: t("Authorization expires in {duration}", {
      duration: formatDuration((item.expiresAt - now) / 1000),
    }),
    detail: [holderOf(item), t("held since {instant}", { instant: formatInstant(timeZone, item.since, now) })]
      .filter(Boolean)
      .join(", "),
    cents: item.cents,
    currency: item.currency,
    href: paths.transaction(item.key),
    right: "viewTransactions",
    step: t("Open ~verb"),
  }),
};

function orderLabels(order: OpenOrder, timeZone: string, now: number): AttentionLabels {
  const {
    id,
    kind,
    paidCents,
    dueCents,
    totalCents,
    currency,
    paymentMethods,
    by,
    since,
    hasNoOutcome,
    invoice,
  } = order;
  const money = (cents: number) => formatMoney(cents, { code: currency });
  const about = [
    ...(invoice ? [t("Invoice {invoice}", { invoice })] : []),
    ...paymentMethods.map(translate),
    `${by} ${formatInstant(timeZone, since, now)}`,
  ].join(", ");
  const isDue = kind === "due";
  const waits = hasNoOutcome ? ` ${t("The outcome of one of its payments is not known yet.")}` : "";
  return {
    id: `order-${id}`,
    tone: "warning",
    icon: "partial",
    title: isDue ? t("{money} left to pay", { money: money(dueCents) }) : t("Order is not undone to its end"),
    detail: `${isDue ? t("{money} of {money2} paid", { money: money(paidCents), money2: money(totalCents) }) : t("{money} was not undone", { money: money(paidCents) })}. ${about}.${waits}`,
    cents: isDue ? dueCents : paidCents,
    currency,
    href: paths.attempt(id),
    right: "charge",
    step: isDue ? t("Continue") : t("Finish the undo"),
  };
}

function unknown(id: string, since: number, now: number) {
  const title = t("Outcome unknown for {duration}", { duration: formatDuration((now - since) / 1000) });
  return { id, tone: "unknown", icon: "unknown", title, step: t("Open ~verb") } as const;
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
    detail: `${translate(subjectOf(notice))}. ${advice}`,
    cents: amountCents,
    currency: currencyOfNotice(notice),
    ...place,
    step: t("Open ~verb"),
  };
}
