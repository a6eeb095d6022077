import { batchNumber } from "#lib/batches/batch-name.ts";
import { formatRecent } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { type FollowUpCommand, originalCents } from "#lib/forms/follow-up.ts";
import { commands, type MoneyEffect } from "#lib/gateway/commands.ts";
import type { Batch } from "#lib/gateway/schemas/batch.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import type { Phase } from "#lib/gateway/transaction-phase.ts";
import { t } from "#lib/language/t.ts";
import { isRefund, phaseOf, tenderOf } from "#lib/payments/transaction-labels.ts";

type Facts = {
  transaction: TransactionDetail;
  /** What the dialog would send, in cents; of a command without an amount that of the payment. */
  cents: number;
  /** The open batch; undefined where it isn't known or none is open. */
  batch: Batch | undefined;
  /** A gateway moment. */
  now: string;
};

/** What the command does to the money of this payment, in figures and with the day; undefined before there is an amount. */
export function moneyPreview(command: FollowUpCommand, facts: Facts): string | undefined {
  const { transaction, cents } = facts;
  if (!(cents > 0)) return undefined;
  return previews[commands[command].money]({
    cents,
    before: originalCents(transaction) ?? 0,
    phase: phaseOf(transaction),
    isRefund: isRefund(transaction),
    format: (sum) => formatMoney(sum, { code: transaction.currency }),
    timing: timingOf(facts),
  });
}

/** When the money moves: at once, by ACH, or with a batch that is known or not, or whose closing is scheduled. */
type Timing =
  | { kind: "now" | "ach" | "nextBatch" }
  | { kind: "batch"; batch: string }
  | { kind: "scheduled"; batch: string; closes: string };

function timingOf({ transaction, batch, now }: Facts): Timing {
  const tender = tenderOf(transaction);
  if (tender === "cash") return { kind: "now" };
  if (tender === "check") return { kind: "ach" };
  if (batch?.status !== "open") return { kind: "nextBatch" };
  const name = batchNumber(batch);
  return batch.scheduled
    ? {
        kind: "scheduled",
        batch: name,
        closes: formatRecent(batch.scheduled, now, { today: "today " }),
      }
    : { kind: "batch", batch: name };
}

type Shown = {
  cents: number;
  before: number;
  phase: Phase;
  isRefund: boolean;
  format: (cents: number) => string;
  timing: Timing;
};
type Preview = (shown: Shown) => string | undefined;

const nothing: Preview = () => undefined;
const givesBack: Preview = ({ cents, format, timing }) => refundText(format(cents), timing);
const takes: Preview = ({ cents, format, timing }) => collectedMoreText(format(cents), timing);
const voids: Preview = ({ isRefund, format, before }) =>
  isRefund
    ? t("The customer does not get {amount}.", { amount: format(before) })
    : t("{amount} is not collected. The customer pays nothing.", { amount: format(before) });

const previews: Record<MoneyEffect, Preview> = {
  takes,
  holds: nothing,
  collects: ({ cents, before, format, timing }) =>
    [
      collectedText(format(cents), timing),
      ...(cents > before
        ? [
            t("That is {amount} more than was authorized: the issuer may refuse the rest or take it back.", {
              amount: format(cents - before),
            }),
          ]
        : []),
      ...(cents < before
        ? [t("The other {amount} on hold is released by the issuer.", { amount: format(before - cents) })]
        : []),
    ].join(" "),
  refunds: givesBack,
  credits: givesBack,
  voids,
  restores: (shown) =>
    shown.isRefund ? givesBack(shown) : collectedText(shown.format(shown.before), shown.timing),
  postpones: ({ format, before }) =>
    t("{amount} stays on hold and is not collected until it is captured.", { amount: format(before) }),
  sets: ({ cents, before, format, phase, timing }) => {
    const amount = format(cents);
    if (cents === before)
      return phase === "authorized" ? t("{amount} is on hold.", { amount }) : collectedText(amount, timing);
    const oldAmount = format(before);
    return phase === "authorized"
      ? t("{amount} is on hold instead of {oldAmount}.", { amount, oldAmount })
      : collectedInsteadText({ amount, oldAmount }, timing);
  },
  lowers: (shown) => {
    const { cents, before, format, phase, timing } = shown;
    if (phase === "settled") return givesBack(shown);
    const left = before - cents;
    if (left === 0) return t("Nothing is left of the payment: it is voided, and the hold is released.");
    if (left < 0) return undefined;
    return phase === "authorized"
      ? t("{amount} stays on hold.", { amount: format(left) })
      : collectedText(format(left), timing);
  },
  voidsOrRefunds: (shown) =>
    shown.phase === "settled" || shown.phase === "submitted" ? givesBack(shown) : voids(shown),
  none: nothing,
};

function refundText(amount: string, timing: Timing): string {
  switch (timing.kind) {
    case "now":
      return t("The customer gets {amount} back from the drawer now.", { amount });
    case "ach":
      return t("The customer gets {amount} back by ACH.", { amount });
    case "nextBatch":
      return t("The customer gets {amount} back with the next batch that closes.", { amount });
    case "batch":
      return t("The customer gets {amount} back with batch {batch}.", { amount, batch: timing.batch });
    case "scheduled":
      return t("The customer gets {amount} back with batch {batch}, which closes {closes}.", {
        amount,
        batch: timing.batch,
        closes: timing.closes,
      });
  }
}

function collectedText(amount: string, timing: Timing): string {
  switch (timing.kind) {
    case "now":
      return t("{amount} is collected now.", { amount });
    case "ach":
      return t("{amount} is collected by ACH.", { amount });
    case "nextBatch":
      return t("{amount} is collected with the next batch that closes.", { amount });
    case "batch":
      return t("{amount} is collected with batch {batch}.", { amount, batch: timing.batch });
    case "scheduled":
      return t("{amount} is collected with batch {batch}, which closes {closes}.", {
        amount,
        batch: timing.batch,
        closes: timing.closes,
      });
  }
}

function collectedMoreText(amount: string, timing: Timing): string {
  switch (timing.kind) {
    case "now":
      return t("{amount} more is collected now.", { amount });
    case "ach":
      return t("{amount} more is collected by ACH.", { amount });
    case "nextBatch":
      return t("{amount} more is collected with the next batch that closes.", { amount });
    case "batch":
      return t("{amount} more is collected with batch {batch}.", { amount, batch: timing.batch });
    case "scheduled":
      return t("{amount} more is collected with batch {batch}, which closes {closes}.", {
        amount,
        batch: timing.batch,
        closes: timing.closes,
      });
  }
}

function collectedInsteadText(changed: { amount: string; oldAmount: string }, timing: Timing): string {
  switch (timing.kind) {
    case "now":
      return t("{amount} is collected instead of {oldAmount} now.", changed);
    case "ach":
      return t("{amount} is collected instead of {oldAmount} by ACH.", changed);
    case "nextBatch":
      return t("{amount} is collected instead of {oldAmount} with the next batch that closes.", changed);
    case "batch":
      return t("{amount} is collected instead of {oldAmount} with batch {batch}.", {
        ...changed,
        batch: timing.batch,
      });
    case "scheduled":
      return t("{amount} is collected instead of {oldAmount} with batch {batch}, which closes {closes}.", {
        ...changed,
        batch: timing.batch,
        closes: timing.closes,
      });
  }
}
