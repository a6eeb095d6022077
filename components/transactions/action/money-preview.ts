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
  const tender = tenderOf(transaction);
  const shown: Shown = {
    cents,
    before: originalCents(transaction) ?? 0,
    phase: phaseOf(transaction),
    isRefund: isRefund(transaction),
    say: (sum) => formatMoney(sum, { code: transaction.currency }),
    with: tender === "cash" ? t("from the drawer now") : tender === "check" ? t("by ACH") : withBatch(facts),
  };
  return previews[commands[command].money](shown);
}

/** "with batch 12, which closes today 9:18 PM". */
function withBatch({ batch, now }: Facts): string {
  if (batch?.status !== "open") return t("with the next batch that closes");
  const name = t("with batch {batchNumber}", { batchNumber: batchNumber(batch) }).trim();
  return batch.scheduled
    ? t("{name}, which closes {recent}", {
        name,
        recent: formatRecent(batch.scheduled, now, { today: "today " }),
      })
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
const givesBack: Preview = (shown) =>
  t("The customer gets {shown} back {with}.", { shown: shown.say(shown.cents), with: shown.with });
const takes: Preview = (shown) =>
  t("{shown} more is collected {with}.", { shown: shown.say(shown.cents), with: shown.with });
const voids: Preview = ({ isRefund, say, before }) =>
  isRefund
    ? t("The customer does not get {say}.", { say: say(before) })
    : t("{say} is not collected. The customer pays nothing.", { say: say(before) });

const previews: Record<MoneyEffect, Preview> = {
  takes,
  holds: nothing,
  collects: ({ cents, before, say, ...shown }) =>
    [
      t("{say} is collected {with}.", { say: say(cents), with: shown.with }),
      ...(cents > before
        ? [
            t("That is {money} more than was authorized: the issuer may refuse the rest or take it back.", {
              money: say(cents - before),
            }),
          ]
        : []),
      ...(cents < before
        ? [t("The other {money} on hold is released by the issuer.", { money: say(before - cents) })]
        : []),
    ].join(" "),
  refunds: givesBack,
  credits: givesBack,
  voids,
  restores: ({ isRefund, ...shown }) =>
    isRefund
      ? givesBack({ isRefund, ...shown })
      : t("{shown} is collected {with}.", { shown: shown.say(shown.before), with: shown.with }),
  postpones: ({ say, before }) =>
    t("{say} stays on hold and is not collected until it is captured.", { say: say(before) }),
  sets: ({ cents, before, say, phase, ...shown }) => {
    const instead = cents === before ? "" : t(" instead of {say}", { say: say(before) });
    return phase === "authorized"
      ? t("{say} is on hold{instead}.", { say: say(cents), instead })
      : t("{say} is collected{instead} {with}.", { say: say(cents), instead, with: shown.with });
  },
  lowers: (shown) => {
    const { cents, before, say, phase } = shown;
    if (phase === "settled") return givesBack(shown);
    const left = before - cents;
    if (left === 0) return t("Nothing is left of the payment: it is voided, and the hold is released.");
    if (left < 0) return undefined;
    return phase === "authorized"
      ? t("{say} stays on hold.", { say: say(left) })
      : t("{say} is collected {with}.", { say: say(left), with: shown.with });
  },
  voidsOrRefunds: (shown) =>
    shown.phase === "settled" || shown.phase === "submitted" ? givesBack(shown) : voids(shown),
  none: nothing,
};
