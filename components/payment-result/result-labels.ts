import type { IconName } from "#components/ui/icon/icon.tsx";
import type { Tone } from "#components/ui/status/tone.ts";
import { type Attempt, type OrderBalance, shownCents } from "#lib/attempt.ts";
import { formatMoney } from "#lib/format/money.ts";
import { isResultCode } from "#lib/gateway/codes/result-codes.ts";
import { t, text } from "#lib/language/t.ts";
import { decidedText, isCash } from "#lib/payments/decision.ts";
import { partsOf } from "#lib/payments/order.ts";
import { type CurrentState, stateAppearances } from "#lib/payments/transaction-labels.ts";
import {
  hasPartWithoutOutcome,
  isApproved,
  isCharge,
  isHeld,
  laterState,
  openCents,
  otherPayments,
  type ResultKind,
  remainingCents,
} from "./result-kind.ts";

type Appearance = { tone: Tone; icon: IconName };

/** The state in a picture and a color. An unknown outcome is violet: it is no failure. */
export const resultAppearances: Record<ResultKind, Appearance> = {
  waiting: { tone: "accent", icon: "running" },
  approved: { tone: "approved", icon: "approved" },
  held: { tone: "approved", icon: "approved" },
  moved: { tone: "approved", icon: "approved" },
  partial: { tone: "warning", icon: "partial" },
  declined: { tone: "declined", icon: "declined" },
  error: { tone: "warning", icon: "warning" },
  refused: { tone: "warning", icon: "warning" },
  busy: { tone: "warning", icon: "warning" },
  unsent: { tone: "warning", icon: "warning" },
  notMoved: { tone: "warning", icon: "warning" },
  verification: { tone: "warning", icon: "warning" },
  duplicate: { tone: "warning", icon: "copy" },
  unknown: { tone: "unknown", icon: "unknown" },
  contradicted: { tone: "declined", icon: "warning" },
};

export const heldCheckTitle = text("Held for review. No money moves until it is released.");

/** The first words of a result: what it is and whether money moved. */
export function resultTitle(kind: ResultKind, attempt: Attempt): string {
  const later = laterState(attempt);
  if (later) return laterTitle(later, attempt);
  const follows = afterTitle(kind, attempt);
  return [kind === "approved" && !follows ? t("Approved") : titles[kind](attempt), follows]
    .filter(Boolean)
    .join(" ");
}

/** What follows the first words: what is left open of the order, and how a lost answer was found. */
export const afterTitle = (kind: ResultKind, attempt: Attempt): string =>
  [openTitle(kind, attempt), attempt.state === "resolved" && found[kind]?.(attempt)]
    .filter(Boolean)
    .join(" ");

function laterTitle(state: CurrentState, attempt: Attempt): string {
  const { current, currency: code } = attempt;
  const { word } = stateAppearances[state];
  if (state === "refundUnknown") return t("{word}. Don't give it back again.", { word });
  const settled = otherPayments(attempt).filter(({ hasNoOutcome }) => !hasNoOutcome);
  const others = settled.reduce((sum, { cents }) => sum + cents, 0);
  const stays =
    others > 0 &&
    t("Other payments of the same order stay: {money}.", { money: formatMoney(others, { code }) });
  if (state === "refunded" || state === "partlyRefunded") {
    const refunded = t("{money} was given back.", {
      money: formatMoney(current?.refundedCents ?? 0, { code }),
    });
    return [`${word}.`, refunded, state === "refunded" && stays].filter(Boolean).join(" ");
  }
  const open = current?.balance && openCents(attempt) > 0 && stillOpen(attempt, current.balance);
  return [`${word}. ${stays || t("Nothing is collected.")}`, open].filter(Boolean).join(" ");
}

const nothing = ({ command }: Attempt) =>
  isCharge(command) ? t("Nothing was charged.") : t("Nothing was done.");

const titles: Record<ResultKind, (attempt: Attempt) => string> = {
  waiting: ({ delayed }) =>
    delayed ? t("Not sent yet. It can still be stopped.") : t("Waiting for the gateway"),
  approved: () => t("Approved."),
  held: () => t("Approved, held."),
  moved: () => t("Approved."),
  partial: partialTitle,
  declined: () => t("Declined. No money moved."),
  verification: () => t("Verification required. Nothing was charged."),
  duplicate: () => t("Duplicate. Nothing was charged again."),
  error: (attempt) =>
    isResultCode(attempt.transaction?.result_code)
      ? t("Error. {nothing}", { nothing: nothing(attempt) })
      : t('Error. The gateway\'s answer "{result}" is not known here.', {
          result: attempt.transaction?.result ?? attempt.transaction?.result_code ?? "",
        }),
  refused: (attempt) => t("Error. The gateway refused it. {nothing}", { nothing: nothing(attempt) }),
  busy: (attempt) => t("Error. Too many requests right now. {nothing}", { nothing: nothing(attempt) }),
  unsent: (attempt) =>
    attempt.problem?.withdrawn
      ? t("Not sent, as you asked.")
      : t("Error. Nothing was sent. {nothing}", { nothing: nothing(attempt) }),
  notMoved: (attempt) =>
    isCash(attempt)
      ? t("Error. The gateway has not recorded it.")
      : t("Error. {nothing}", { nothing: nothing(attempt) }),
  unknown: ({ command }) =>
    isCharge(command)
      ? t("We don't know yet. Do not charge again.")
      : t("We don't know yet. Do not do it again."),
  contradicted: contradictedTitle,
};

function partialTitle(attempt: Attempt): string {
  const { amountCents = 0, currency: code, current } = attempt;
  const money = (cents: number) => formatMoney(cents, { code });
  const remaining = remainingCents(attempt);
  if (isHeld(attempt))
    return t("Held {money} of {money2}, not collected yet.", {
      money: money(amountCents - remaining),
      money2: money(amountCents),
    });
  const { closed } = current?.balance ?? {};
  if (closed) return t("Partly approved. {sentence}", { sentence: closedText(closed) });
  if (hasPartWithoutOutcome(attempt) && openCents(attempt) === 0)
    return t("Partly approved. The outcome of the payment of the rest is not known yet.");
  const open = openCents(attempt);
  return open === 0
    ? t("Partly approved. The other {money} was collected.", { money: money(remaining) })
    : t("Partly approved. {money} still to collect.", { money: money(open) });
}

const closedText = ({ as, by }: { as: "undone" | "short"; by: string }) =>
  as === "undone" ? t("{by} undid the order.", { by }) : t("{by} closed the order partly paid.", { by });

/** What an approved payment leaves open of its order, or that nothing is. */
function openTitle(kind: ResultKind, attempt: Attempt): string | undefined {
  const { current, currency: code } = attempt;
  if (kind === "partial" || !isApproved(kind) || !current?.balance) return undefined;
  if (current.balance.closed) return closedText(current.balance.closed);
  const parts = partsOf(current.balance);
  if (openCents(attempt) === 0)
    return parts.length > 1 && !parts.some(({ hasNoOutcome }) => hasNoOutcome)
      ? t("Paid in full: {money} in {length} payments.", {
          money: formatMoney(current.balance.askedCents, { code }),
          length: parts.length,
        })
      : undefined;
  return stillOpen(attempt, current.balance);
}

function stillOpen(attempt: Attempt, { askedCents }: OrderBalance): string {
  const money = (cents: number) => formatMoney(cents, { code: attempt.currency });
  return t("{money} of {money2} still to collect.", {
    money: money(openCents(attempt)),
    money2: money(askedCents),
  });
}

function contradictedTitle(attempt: Attempt): string {
  const { command, contradiction } = attempt;
  if (isCash(attempt))
    return contradiction?.moved
      ? t("Recorded after all. The decision was wrong.")
      : t("Not recorded. The decision was wrong.");
  if (isCharge(command))
    return contradiction?.moved
      ? t("Charged after all. The decision was wrong.")
      : t("Not charged. The decision was wrong.");
  return contradiction?.moved
    ? t("Done after all. The decision was wrong.")
    : t("Not done. The decision was wrong.");
}

/** Added once a lost answer has been found. */
const found: Partial<Record<ResultKind, (attempt: Attempt) => string>> = {
  approved: ({ command }) =>
    isCharge(command) ? t("Found later: charged exactly once.") : t("Found later: done exactly once."),
  held: () => t("Found later: held exactly once."),
  partial: () => t("Found later."),
  declined: () => t("Found later."),
  moved: (attempt) =>
    t("{decidedBy} decided that {decision}.", {
      decidedBy: attempt.problem?.decidedBy ?? t("A manager"),
      decision: decidedText(attempt, true),
    }),
  notMoved: (attempt) =>
    attempt.problem?.decidedBy
      ? t("{decidedBy} decided that {decision}.", {
          decidedBy: attempt.problem.decidedBy,
          decision: decidedText(attempt, false),
        })
      : t("Found later."),
};

/** The amount of an attempt in its own currency. */
export const sumOf = ({ amountCents, currency: code }: Pick<Attempt, "amountCents" | "currency">): string =>
  amountCents === undefined ? t("the same amount") : formatMoney(amountCents, { code });

/** What the customer paid with it, as far as it is known. */
export function paidOf(attempt: Attempt): string {
  const cents = shownCents(attempt);
  return cents === undefined ? sumOf(attempt) : formatMoney(cents, { code: attempt.currency });
}
