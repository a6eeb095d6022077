import type { IconName } from "#components/ui/icon/icon.tsx";
import type { Attempt, AttemptStep } from "#lib/attempt.ts";
import { formatLatency } from "#lib/format/durations.ts";
import { formatMoney } from "#lib/format/money.ts";
import { returnReason } from "#lib/gateway/codes/ach-returns.ts";
import { resultCodes } from "#lib/gateway/codes/result-codes.ts";
import { canBePartial } from "#lib/gateway/commands.ts";
import { type EventName, events } from "#lib/gateway/events.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { commandNouns } from "#lib/payments/command-nouns.ts";
import { kindOf } from "#lib/payments/transaction-labels.ts";
import { momentIn } from "#lib/time.ts";
import { type InboxEvent, type TransactionHistory, verdicts } from "#lib/webhook-event.ts";

export type TimelineEvent = {
  id: string;
  /** A gateway moment. */
  at: string;
  icon: IconName;
  what: string;
  by?: string;
  /** The transaction that came of it, when it is another one. */
  madeKey?: string;
  /** The transaction that it acted on, when it is another one. */
  ofKey?: string;
  /** The attempt, when there is more to read about it. */
  attemptId?: string;
  /** The attempt that made the payment: its result has a page of its own. */
  result?: { attemptId: string; reference: string };
  /** The gateway's event. */
  eventId?: string;
};

/** What this console did with a transaction and the gateway's answers, oldest first; with the gateway's own record of its making. */
export function toTimeline(
  transaction: TransactionDetail,
  attempts: readonly Attempt[],
  timeZone: string,
  history: TransactionHistory = { events: [], emails: [] },
): TimelineEvent[] {
  const own = attempts.flatMap((attempt) => toHappenings(attempt, transaction.key, timeZone));
  const made = attempts.some(
    ({ originalKey, transaction: answer }) =>
      answer?.key === transaction.key && originalKey !== transaction.key,
  );
  const created: TimelineEvent[] =
    transaction.created && !made
      ? [
          {
            id: "created",
            at: transaction.created,
            icon: "server",
            what: t("{kind} recorded by the gateway", { kind: kindOf(transaction) }),
            by: transaction.source_name
              ? t("through {sourcename}", { sourcename: transaction.source_name })
              : t("not through this console"),
          },
        ]
      : [];
  const received = history.events.map((event) => toReceived(event, timeZone));
  const emailed = history.emails.map(
    ({ at, userName }, index): TimelineEvent => ({
      id: `email-${index}`,
      at: momentIn(timeZone, at),
      icon: "mail",
      what: t("Receipt emailed"),
      by: userName,
    }),
  );
  return [
    ...created,
    ...own,
    ...receiptSent(attempts, transaction.key, timeZone),
    ...received,
    ...emailed,
    ...checkSteps(transaction),
  ].sort((one, other) => toSortable(one.at).localeCompare(toSortable(other.at)));
}

/** An event as the gateway sent it, with what a reading of the transaction made of it. */
function toReceived(
  { id, type, receivedAt, verdict, deliveries }: InboxEvent,
  timeZone: string,
): TimelineEvent {
  const meaning = isEventName(type) ? events[type] : type;
  const times = deliveries > 1 ? t(", received {deliveries} times", { deliveries }) : "";
  return {
    id: `event-${id}`,
    at: momentIn(timeZone, receivedAt),
    icon: "webhook",
    what: meaning,
    by: `${verdicts[verdict].toLowerCase()}${times}`,
    eventId: id,
  };
}

const isEventName = (type: string): type is EventName => Object.hasOwn(events, type);

/** The receipts that the gateway sent with the payment. */
function receiptSent(
  attempts: readonly Attempt[],
  ownKey: string | undefined,
  timeZone: string,
): TimelineEvent[] {
  return attempts.flatMap(({ id, transaction, outcomeAt, preparedAt }) => {
    const { customer, merchant } = (transaction?.key === ownKey && transaction?.receipts) || {};
    const texts = [
      customer && t("to the customer: {customer}", { customer }),
      merchant && t("to us: {merchant}", { merchant }),
    ];
    const by = texts.filter(Boolean).join("; ");
    const at = momentIn(timeZone, outcomeAt ?? preparedAt);
    return by ? [{ id: `${id}-receipt`, at, icon: "mail" as const, what: t("Receipt"), by }] : [];
  });
}

/** A day without a time comes after what happened on it. */
const toSortable = (at: string) => (at.length === 10 ? `${at} 24` : at);

/** What the bank did with a check, by day. */
function checkSteps({ check, status_code }: TransactionDetail): TimelineEvent[] {
  const reason = returnReason(check?.banknote);
  const isSettled = settledCodes.includes(status_code ?? "");
  const steps = [
    { at: check?.processed, icon: "out", what: t("Submitted to the bank") },
    { at: isSettled ? check?.settled : undefined, icon: "sealed", what: t("Settled") },
    {
      at: check?.returned,
      icon: "warning",
      what: reason ? t("Returned: {reason}", { reason }) : t("Returned"),
    },
  ] as const;
  return steps.flatMap(({ at, icon, what }) =>
    at
      ? [{ id: `check-${icon}`, at: at.slice(0, 10), icon, what, by: t("the bank, reported by the gateway") }]
      : [],
  );
}

/** `settled` may hold the planned day before it has come. */
const settledCodes: readonly string[] = ["S", "F", "R"];

function toHappenings(attempt: Attempt, ownKey: string | undefined, timeZone: string): TimelineEvent[] {
  const { id, command, amountCents, currency, userName, reference, preparedAt } = attempt;
  const amount = amountCents === undefined ? "" : ` ${formatMoney(amountCents, { code: currency })}`;
  const madeKey = attempt.transaction?.key;
  const asked: TimelineEvent = {
    id: `${id}-asked`,
    at: momentIn(timeZone, preparedAt),
    icon: "user",
    what: `${commandNouns[command]}${amount}`,
    // What acts on a payment has its result on this very page.
    ...(attempt.originalKey
      ? { by: t("{userName}, attempt {reference}", { userName, reference }) }
      : { by: userName, result: { attemptId: id, reference } }),
    ...(attempt.originalKey && madeKey && madeKey !== ownKey && { madeKey }),
    ...(attempt.originalKey && attempt.originalKey !== ownKey && { ofKey: attempt.originalKey }),
  };
  const steps = attempt.steps.filter(({ kind }) => stepIcons[kind] !== undefined);
  const looked = steps.map((step, index) => toStep(attempt, step, index, timeZone));
  const answer = toAnswer(attempt, timeZone);
  // Lists of attempts come without their steps.
  const approval = attempt.approvedBy
    ? [
        {
          id: `${id}-approved`,
          at: asked.at,
          icon: "approved" as const,
          what: t("Approved by {approvedBy}", { approvedBy: attempt.approvedBy }),
        },
      ]
    : [];
  return [asked, ...approval, ...looked, ...(answer ? [answer] : [])];
}

/** Steps that the timeline shows beside the question and the answer. */
const stepIcons: Partial<Record<AttemptStep["kind"], IconName>> = {
  unknown: "unknown",
  lookup: "search",
  contradicted: "warning",
  acknowledged: "eye",
};

function toStep(
  { id }: Attempt,
  { at, kind, text }: AttemptStep,
  index: number,
  timeZone: string,
): TimelineEvent {
  return {
    id: `${id}-${index}`,
    at: momentIn(timeZone, at),
    icon: stepIcons[kind] ?? "info",
    what: translate(text),
  };
}

function toAnswer(attempt: Attempt, timeZone: string): TimelineEvent | undefined {
  const { id, command, state, outcomeAt, sentAt, preparedAt, tookMs, transaction, problem } = attempt;
  const common = { id: `${id}-answer`, at: momentIn(timeZone, outcomeAt ?? sentAt ?? preparedAt) };
  const took = tookMs === undefined ? {} : { by: t("in {latency}", { latency: formatLatency(tookMs) }) };
  switch (state) {
    case "answered": {
      const repeated = transaction?.result_code === "P" && !canBePartial(command);
      const result = repeated
        ? resultCodes.A
        : translate(transaction?.result ?? transaction?.result_code ?? t("Answered"));
      const authcode = transaction?.authcode
        ? t("authorization {authcode}", { authcode: transaction.authcode })
        : undefined;
      const what = [result, transaction?.error ? translate(transaction.error) : authcode]
        .filter(Boolean)
        .join(", ");
      return { ...common, ...took, icon: "server", what };
    }
    case "refused":
      return {
        ...common,
        ...took,
        icon: "server",
        what: t("Refused: {message}", {
          message: problem ? translate(problem.message) : t("no reason given"),
        }),
      };
    case "unsent":
      return {
        ...common,
        icon: "warning",
        what: problem ? translate(problem.message) : t("Nothing was sent."),
      };
    case "resolved":
      return {
        ...common,
        icon: problem?.decidedBy ? "user" : "search",
        what: problem ? translate(problem.message) : t("Resolved from the gateway's records"),
      };
    case "unknown":
      return attempt.steps.length > 0
        ? undefined
        : { ...common, icon: "unknown", what: t("Outcome unknown"), attemptId: id };
    case "prepared":
      return { ...common, icon: "clock", what: t("Waiting to be sent"), attemptId: id };
    case "sent":
      return { ...common, icon: "running", what: t("Waiting for the answer"), attemptId: id };
  }
}
