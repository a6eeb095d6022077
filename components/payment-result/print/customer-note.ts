import type { Attempt } from "#lib/attempt.ts";
import { formatMoment } from "#lib/format/dates.ts";
import { escapeHtml } from "#lib/format/html.ts";
import { formatMoney } from "#lib/format/money.ts";
import { currentLanguage, t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { toCents } from "#lib/money.ts";
import { commandNouns } from "#lib/payments/command-nouns.ts";
import { isCashSale } from "#lib/payments/decision.ts";
import { firstAmount } from "#lib/payments/first-amount.ts";
import { momentIn } from "#lib/time.ts";
import { isCharge, isHeld, type ResultKind, resultKind } from "../result-kind.ts";

type Shop = { merchant: string /** IANA name of the merchant's zone. */; timeZone: string };

/**
 * What a customer gets in hand once a lost answer is resolved, as a document of its own: charged exactly once, or no
 * charge found with what was searched. Leaves out what is for the merchant alone.
 */
export function customerNote(attempt: Attempt, shop: Shop): string {
  const { verdict, sentences } = noteLabels(attempt, shop);
  const facts = factsOf(attempt, shop)
    .map(([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`)
    .join("");
  return `<html lang="${currentLanguage()}"><head><title>${escapeHtml(t("Note"))}</title><style>${style}</style></head><body><main>
<h1>${escapeHtml(shop.merchant)}</h1>
<p class="verdict">${escapeHtml(verdict)}</p>
${sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join("\n")}
<table>${facts}</table>
</main></body></html>`;
}

type Words = { verdict: string; sentences: string[] };

/** The verdict and what it rests on, in the customer's words. */
export function noteLabels(attempt: Attempt, { timeZone }: Pick<Shop, "timeZone">): Words {
  const kind = kindOf(attempt);
  const settled = formatWhen(attempt.contradiction?.at ?? attempt.outcomeAt ?? attempt.preparedAt, timeZone);
  const why = t("We did not receive a response to this payment, so we looked it up.");
  return taken.includes(kind)
    ? { verdict: takenVerdict(kind, attempt), sentences: [why, ...foundBy(attempt, settled)] }
    : { verdict: freeVerdict(kind, attempt), sentences: [why, ...searched(attempt, settled, timeZone)] };
}

/** What the gateway shows overrides an earlier decision. */
function kindOf(attempt: Attempt): ResultKind {
  const kind = resultKind(attempt);
  if (kind !== "contradicted") return kind;
  return attempt.contradiction?.moved ? "moved" : "notMoved";
}

const taken: readonly ResultKind[] = ["approved", "held", "moved", "partial"];

function takenVerdict(kind: ResultKind, attempt: Attempt): string {
  const { current, amountCents = 0, currency: code } = attempt;
  const sum = formatMoney(amountCents, { code });
  if (!isCharge(attempt.command))
    return t("{label} of {sum} done exactly once.", { label: commandNouns[attempt.command], sum });
  if (kind === "held") return t("Held exactly once, not collected yet: {sum}", { sum });
  if (current?.cents !== undefined && !isHeld(attempt))
    return t("Charged exactly once: {money} ({firstAmount})", {
      money: formatMoney(current.cents, { code }),
      firstAmount: firstAmount(attempt),
    });
  const part = toCents(attempt.transaction?.auth_amount ?? "");
  if (kind === "partial" && part !== null)
    return isHeld(attempt)
      ? t("Held exactly once, not collected yet: {part} of {sum}", { part: formatMoney(part, { code }), sum })
      : t("Charged exactly once: {part} of {sum}", { part: formatMoney(part, { code }), sum });
  return t("Charged exactly once: {sum}", { sum });
}

function freeVerdict(kind: ResultKind, attempt: Attempt): string {
  if (!isCharge(attempt.command))
    return t("{label}: it did not happen.", { label: commandNouns[attempt.command] });
  if (isCashSale(attempt)) return t("This cash sale is not recorded.");
  return kind === "declined" ? t("No charge: the bank declined it.") : t("No charge found.");
}

function foundBy({ problem, contradiction }: Attempt, settled: string): string[] {
  return [
    problem?.decidedBy && !contradiction
      ? t("Checked by us with our payment processor on {date}.", { date: settled })
      : t("Found at our payment processor on {date}. It is there once.", { date: settled }),
  ];
}

function searched({ problem, search }: Attempt, settled: string, timeZone: string): string[] {
  const places =
    search?.places.map(({ name, upTo }) =>
      t("{name}, up to {when}", { name: translate(name), when: formatWhen(upTo, timeZone) }),
    ) ?? [];
  const first = places.length > 0 ? [t("Searched: {places}.", { places: places.join("; ") })] : [];
  if (problem?.decidedBy)
    return [...first, t("Checked by us with our payment processor on {date}.", { date: settled })];
  return first.length > 0 ? first : [t("Searched at our payment processor until {date}.", { date: settled })];
}

function factsOf(
  { amountCents, currency, paymentMethod, reference, sentAt, preparedAt, transaction, current }: Attempt,
  shop: Shop,
) {
  const cents = current?.cents ?? amountCents;
  const facts: [string, string | undefined][] = [
    [t("Amount"), cents === undefined ? undefined : formatMoney(cents, { code: currency })],
    [t("Paid with"), translate(paymentMethod)],
    [t("Date"), formatWhen(sentAt ?? preparedAt, shop.timeZone)],
    [t("Attempt"), reference],
    [t("Reference"), transaction?.refnum],
    [t("Authorization"), transaction?.authcode],
    [t("Invoice"), transaction?.invoice],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

function formatWhen(at: number, timeZone: string): string {
  return formatMoment(momentIn(timeZone, at), { weekday: false, year: true });
}
const style = [
  "main { padding: 12px 10px 16px; font: 13px/1.45 sans-serif; overflow-wrap: anywhere; }",
  "h1 { margin: 0 0 12px; font-size: 16px; line-height: 1.25; }",
  ".verdict { margin: 0 0 10px; padding: 10px 0; border: solid #111; border-width: 1px 0; font-size: 18px; line-height: 1.25; font-weight: 700; }",
  "p { margin: 0 0 8px; }",
  "table { width: 100%; margin-top: 12px; border-collapse: collapse; }",
  "th, td { padding: 3px 0; border-top: 1px solid #ccc; text-align: left; vertical-align: top; }",
  "th { padding-right: 12px; font-weight: 400; white-space: nowrap; }",
  "td { text-align: right; font-variant-numeric: tabular-nums; }",
].join(" ");
