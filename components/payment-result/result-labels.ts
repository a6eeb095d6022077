import type { IconName } from "#components/ui/icon/icon.tsx";
import type { Tone } from "#components/ui/status/tone.ts";
import { type Attempt, shownCents } from "#lib/attempt.ts";
import { formatMoney } from "#lib/format/money.ts";
import { resultCodes } from "#lib/gateway/codes.ts";
import { decidedText, isCash } from "#lib/payments/decision.ts";
import { type PresentState, stateAppearances } from "#lib/transaction-labels.ts";
import {
  isApproved,
  isCharge,
  isHeld,
  isRestSettling,
  laterState,
  openCents,
  otherPayments,
  type ResultKind,
  restCents,
} from "./result-kind.ts";

type Look = { tone: Tone; icon: IconName };

/** The state in a picture and a colour. An unknown outcome is violet: it is no failure. */
export const resultAppearances: Record<ResultKind, Look> = {
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

export const heldCheckTitle = "Held for review. No money moves until it is released.";

/** The first words of a result: what it is and whether money moved. */
export function resultTitle(kind: ResultKind, attempt: Attempt): string {
  const later = laterState(attempt);
  if (later) return laterTitle(later, attempt);
  const open = openTitle(kind, attempt);
  const isLast = attempt.state !== "resolved" && !open;
  return [
    kind === "approved" && isLast ? "Approved" : titles[kind](attempt),
    open,
    attempt.state === "resolved" && found[kind]?.(attempt),
  ]
    .filter(Boolean)
    .join(" ");
}

function laterTitle(state: PresentState, attempt: Attempt): string {
  const { present, currency: code } = attempt;
  const { word } = stateAppearances[state];
  const settled = otherPayments(attempt).filter(({ isSettling }) => !isSettling);
  const others = settled.reduce((sum, { cents }) => sum + cents, 0);
  const stays = others > 0 && `Other payments of the same order stay: ${formatMoney(others, { code })}.`;
  if (state === "refunded" || state === "partlyRefunded") {
    const given = `${formatMoney(present?.givenCents ?? 0, { code })} was given back.`;
    return [`${word}.`, given, state === "refunded" && stays].filter(Boolean).join(" ");
  }
  return `${word}. ${stays || "Nothing is collected."}`;
}

const nothing = ({ command }: Attempt) => (isCharge(command) ? "Nothing was charged." : "Nothing was done.");

const titles: Record<ResultKind, (attempt: Attempt) => string> = {
  waiting: () => "Waiting for the gateway",
  approved: () => "Approved.",
  held: () => "Approved, held.",
  moved: () => "Approved.",
  partial: partialTitle,
  declined: () => "Declined. No money moved.",
  verification: () => "Verification required. Nothing was charged.",
  duplicate: () => "Duplicate. Nothing was charged again.",
  error: (attempt) =>
    isKnownCode(attempt.transaction?.result_code)
      ? `Error. ${nothing(attempt)}`
      : `Error. The gateway's answer "${attempt.transaction?.result ?? attempt.transaction?.result_code ?? ""}" is not known here.`,
  refused: (attempt) => `Error. The gateway refused it. ${nothing(attempt)}`,
  busy: (attempt) => `Error. Too many requests just now. ${nothing(attempt)}`,
  unsent: (attempt) =>
    attempt.problem?.withdrawn ? "Not sent, as you asked." : `Error. Nothing was sent. ${nothing(attempt)}`,
  notMoved: (attempt) =>
    isCash(attempt) ? "Error. The gateway has not recorded it." : `Error. ${nothing(attempt)}`,
  unknown: ({ command }) =>
    isCharge(command) ? "We don't know yet. Do not charge again." : "We don't know yet. Do not do it again.",
  contradicted: contradictedTitle,
};

function partialTitle(attempt: Attempt): string {
  const { amountCents = 0, currency: code, present } = attempt;
  const money = (cents: number) => formatMoney(cents, { code });
  const rest = restCents(attempt);
  if (isHeld(attempt))
    return `Held ${money(amountCents - rest)} of ${money(amountCents)}, not collected yet.`;
  if (isRestSettling(attempt)) return "Partly approved. The payment of the rest has no answer yet.";
  if (present?.rest?.isUndone) return "Partly approved. The payment whose rest it collects was undone.";
  const open = openCents(attempt);
  return open === 0
    ? `Partly approved. The other ${money(rest)} was collected.`
    : `Partly approved. ${money(open)} still to collect.`;
}

/** What an approved payment toward the rest of another one leaves open. */
function openTitle(kind: ResultKind, attempt: Attempt): string | undefined {
  const { present, currency: code } = attempt;
  const open = openCents(attempt);
  if (kind === "partial" || !isApproved(kind) || !present?.rest || open === 0) return undefined;
  const money = (cents: number) => formatMoney(cents, { code });
  return `${money(open)} of ${money(present.rest.askedCents)} still to collect.`;
}

function contradictedTitle(attempt: Attempt): string {
  const { command, contradiction } = attempt;
  if (isCash(attempt))
    return `${contradiction?.moved ? "Recorded after all" : "Not recorded"}. The decision was wrong.`;
  if (isCharge(command))
    return contradiction?.moved
      ? "Charged after all. The decision was wrong."
      : "Not charged. The decision was wrong.";
  return contradiction?.moved
    ? "Done after all. The decision was wrong."
    : "Not done. The decision was wrong.";
}

/** Added once a lost answer has been found. */
const found: Partial<Record<ResultKind, (attempt: Attempt) => string>> = {
  approved: ({ command }) =>
    isCharge(command)
      ? "Found after the answer was lost: charged exactly once."
      : "Found after the answer was lost: done exactly once.",
  held: () => "Found after the answer was lost: held exactly once.",
  partial: () => "Found after the answer was lost.",
  declined: () => "Found after the answer was lost.",
  moved: (attempt) =>
    `${attempt.problem?.decidedBy ?? "A manager"} decided that ${decidedText(attempt, true)}.`,
  notMoved: (attempt) =>
    attempt.problem?.decidedBy
      ? `${attempt.problem.decidedBy} decided that ${decidedText(attempt, false)}.`
      : "Found after the answer was lost.",
};

/** The amount of an attempt in its own currency. */
export const sumOf = ({ amountCents, currency: code }: Pick<Attempt, "amountCents" | "currency">): string =>
  amountCents === undefined ? "the same amount" : formatMoney(amountCents, { code });

/** What the customer paid with it, as far as it is known. */
export function paidOf(attempt: Attempt): string {
  const cents = shownCents(attempt);
  return cents === undefined ? sumOf(attempt) : formatMoney(cents, { code: attempt.currency });
}

const isKnownCode = (code: string | undefined) => code !== undefined && Object.hasOwn(resultCodes, code);
