import { batchNumber } from "#lib/batches/batch-name.ts";
import { formatRecent } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { type FollowUpCommand, originalCents } from "#lib/forms/follow-up.ts";
import { commands, type MoneyEffect } from "#lib/gateway/commands.ts";
import type { Batch } from "#lib/gateway/schemas/batch.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import type { Phase } from "#lib/gateway/transaction-phase.ts";
import { isRefund, phaseOf, tenderOf } from "#lib/transaction-labels.ts";

type Facts = {
  transaction: TransactionDetail;
  /** What the dialog would send, in cents; of a command without an amount that of the payment. */
  cents: number;
  /** The open batch; undefined where it isn't known or there is none. */
  batch: Batch | undefined;
  /** A gateway moment. */
  now: string;
};

/** What the command does to the money of this payment, in figures and with the day; undefined before there is an amount. */
export function moneyPreview(command: FollowUpCommand, facts: Facts): string | undefined {
  const { transaction, cents } = facts;
  if (!(cents > 0)) return undefined;
  const tender = tenderOf(transaction);
  const shown: Shown = {
    cents,
    before: originalCents(transaction) ?? 0,
    phase: phaseOf(transaction),
    isRefund: isRefund(transaction),
    say: (sum) => formatMoney(sum, { code: transaction.currency }),
    with: tender === "cash" ? "from the drawer now" : tender === "check" ? "by ACH" : withBatch(facts),
  };
  return previews[commands[command].money](shown);
}

/** "with batch 12, which closes today 9:18 PM". */
function withBatch({ batch, now }: Facts): string {
  if (batch?.status !== "open") return "with the next batch that closes";
  const name = `with batch ${batchNumber(batch)}`.trim();
  return batch.scheduled
    ? `${name}, which closes ${formatRecent(batch.scheduled, now, { today: "today " })}`
    : name;
}

type Shown = {
  cents: number;
  before: number;
  phase: Phase;
  isRefund: boolean;
  say: (cents: number) => string;
  with: string;
};
type Preview = (shown: Shown) => string | undefined;

const nothing: Preview = () => undefined;
const givesBack: Preview = (shown) => `The customer gets ${shown.say(shown.cents)} back ${shown.with}.`;
const takes: Preview = (shown) => `${shown.say(shown.cents)} more is collected ${shown.with}.`;
const voids: Preview = ({ isRefund, say, before }) =>
  isRefund
    ? `The customer does not get ${say(before)}.`
    : `${say(before)} is not collected. The customer pays nothing.`;

const previews: Record<MoneyEffect, Preview> = {
  takes,
  holds: nothing,
  collects: ({ cents, before, say, ...shown }) =>
    `${say(cents)} is collected ${shown.with}.${
      cents > before
        ? ` That is ${say(cents - before)} more than was authorized: the issuer may refuse the rest or take it back.`
        : ""
    }${cents < before ? ` The other ${say(before - cents)} on hold is released by the issuer.` : ""}`,
  refunds: givesBack,
  credits: givesBack,
  voids,
  restores: ({ isRefund, ...shown }) =>
    isRefund ? givesBack({ isRefund, ...shown }) : `${shown.say(shown.before)} is collected ${shown.with}.`,
  postpones: ({ say, before }) => `${say(before)} stays on hold and is not collected until it is captured.`,
  sets: ({ cents, before, say, phase, ...shown }) => {
    const instead = cents === before ? "" : ` instead of ${say(before)}`;
    return phase === "authorized"
      ? `${say(cents)} is on hold${instead}.`
      : `${say(cents)} is collected${instead} ${shown.with}.`;
  },
  lowers: (shown) => {
    const { cents, before, say, phase } = shown;
    if (phase === "settled") return givesBack(shown);
    const left = before - cents;
    if (left === 0) return "Nothing is left of the payment: it is voided, and the hold is released.";
    if (left < 0) return undefined;
    return phase === "authorized"
      ? `${say(left)} stays on hold.`
      : `${say(left)} is collected ${shown.with}.`;
  },
  voidsOrRefunds: (shown) =>
    shown.phase === "settled" || shown.phase === "submitted" ? givesBack(shown) : voids(shown),
  none: nothing,
};
