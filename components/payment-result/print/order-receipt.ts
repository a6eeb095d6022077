import type { OrderBalance, OrderPart } from "#lib/attempt.ts";
import { formatMoment } from "#lib/format/dates.ts";
import { escapeHtml } from "#lib/format/html.ts";
import { formatMoney } from "#lib/format/money.ts";
import { currentLanguage, t, translated } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { toCents } from "#lib/money.ts";
import { paidCents, partsOf } from "#lib/payments/order.ts";
import { momentIn } from "#lib/time.ts";
import { isHeld } from "../result-kind.ts";

type Shop = { merchant: string /** IANA name of the merchant's zone. */; timeZone: string };

/** What the receipt takes from the first payment of the order. */
export type OrderFacts = {
  /** Epoch ms. */
  at: number;
  invoice: string | undefined;
  customer: string | undefined;
  /** Decimal strings by the part of the amount, such as "tax". */
  breakdown: Readonly<Record<string, string>>;
  currency: string | undefined;
};

/** One receipt for every payment of an order, as a document of its own: what was bought, how it was paid, what is left to pay. */
export function orderReceipt(balance: OrderBalance, facts: OrderFacts, shop: Shop): string {
  const money = (cents: number) => formatMoney(cents, { code: facts.currency });
  const parts = partsOf(balance);
  const paid = paidCents(balance);
  const due = balance.askedCents - paid;
  const when = formatMoment(momentIn(shop.timeZone, facts.at), { weekday: false, year: true });
  return `<html lang="${currentLanguage()}"><head><title>${escapeHtml(t("Receipt"))}</title><style>${style}</style></head><body><main>
<h1>${escapeHtml(shop.merchant)}</h1>
<table>${rows([
    [t("Date"), when],
    [t("Invoice"), facts.invoice],
    [t("Customer"), facts.customer],
  ])}</table>
<table>${rows(breakdownRows(facts, money))}
<tr class="total"><th scope="row">${escapeHtml(t("Total"))}</th><td>${escapeHtml(money(balance.askedCents))}</td></tr></table>
<table>${parts.map((part) => rows(partRows(part, money))).join("")}
<tr class="total"><th scope="row">${escapeHtml(t("Paid"))}</th><td>${escapeHtml(money(paid))}</td></tr>
${due > 0 ? rows([[t("Left to pay"), money(due)]]) : ""}</table>
</main></body></html>`;
}

type Row = readonly [label: string, value: string | undefined];

const rows = (list: readonly Row[]) =>
  list
    .filter(([, value]) => value !== undefined && value !== "")
    .map(
      ([label, value]) =>
        `<tr><th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(value ?? "")}</td></tr>`,
    )
    .join("");

const labels = translated("*", {
  subtotal: "Subtotal",
  tax: "Tax",
  shipping: "Shipping",
  tip: "Tip",
  duty: "Duty",
  discount: "Discount",
});

const order = ["subtotal", "tax", "shipping", "tip", "duty", "discount"] as const;

function breakdownRows({ breakdown }: OrderFacts, money: (cents: number) => string): Row[] {
  return order.flatMap((name): Row[] => {
    const cents = toCents(breakdown[name] ?? "");
    if (cents === null || cents === 0) return [];
    return [[labels[name], money(name === "discount" ? -cents : cents)]];
  });
}

function partRows(part: OrderPart, money: (cents: number) => string): Row[] {
  const { paymentMethod, cents, command, state, hasNoOutcome, authcode, cash } = part;
  const held = isHeld({ command, current: { refundedCents: 0, ...(state && { state }) } });
  const note = hasNoOutcome ? t(" (not confirmed yet)") : held ? t(" (held)") : "";
  return [
    [`${translate(paymentMethod)}${note}`, money(cents)],
    [t("Authorization"), authcode],
    [t("Cash received"), cash && money(cash.receivedCents)],
    [t("Change"), cash && money(cash.changeCents)],
  ];
}

const style = [
  "main { padding: 12px 10px 16px; font: 13px/1.45 sans-serif; overflow-wrap: anywhere; }",
  "h1 { margin: 0 0 8px; font-size: 16px; line-height: 1.25; text-align: center; }",
  "table { width: 100%; margin-top: 8px; padding-top: 6px; border-top: 1px dashed #111; border-collapse: separate; border-spacing: 0; }",
  "th, td { padding: 2px 0; text-align: left; vertical-align: top; font-weight: 400; }",
  "th { padding-right: 12px; }",
  "td { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }",
  ".total th, .total td { font-size: 15px; font-weight: 700; }",
].join(" ");
