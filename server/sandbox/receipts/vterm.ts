import { formatMoment } from "#lib/format/dates.ts";
import { escapeHtml } from "#lib/format/html.ts";
import { isApprovedCode } from "#lib/gateway/codes/result-codes.ts";
import { refundTrantypes, trantypes } from "#lib/gateway/codes.ts";
import { currencyOf } from "#lib/gateway/currencies.ts";
import { itemTaxCents, lineTotalCents } from "#lib/gateway/line-total.ts";
import { toDecimal } from "#lib/money.ts";
import { momentIn } from "#lib/time.ts";
import type { TransactionSnapshot } from "../commands/original.ts";
import { toRefnum } from "../keys.ts";
import { toWireAmount } from "../rules/amount.ts";
import type { SandboxSettings } from "../settings.ts";
import type { AmountBreakdown, TransactionRow } from "../store/tables/transactions.ts";

/** The standard receipt: black on white, as wide as its paper (58 mm to ReceiptMail), with all values escaped. */
export function vterm({ row, state }: TransactionSnapshot, settings: SandboxSettings): string {
  const { details } = row;
  const rule = "<hr>";
  const blocks = [
    headline(settings),
    stamp(row, state),
    lines([
      [
        formatMoment(momentIn(settings.timeZone, row.created_at), { weekday: false, year: true }),
        details.invoice && `Inv ${details.invoice}`,
      ],
      [details.clerk && `Clerk ${details.clerk}`, details.terminal],
      [trantypes[row.trantype_code], ""],
    ]),
    lineitems(row),
    breakdown(details.amount_detail),
    total(row),
    lines(proof(row)),
    details.description ? `<p>${escapeHtml(details.description)}</p>` : "",
    signature(row),
    `<p class="ctr">${isPaid(row, state) ? "Thank you.<br>" : ""}Sandbox: no money moved.</p>`,
  ];
  return page(`Receipt ${toRefnum(row.id)}`, blocks.filter(Boolean).join(rule));
}

function headline({ merchantName, merchantAddress }: SandboxSettings): string {
  return `<h1>${escapeHtml(merchantName)}</h1><p class="ctr">${merchantAddress.map(escapeHtml).join("<br>")}</p>`;
}

function isPaid(row: TransactionRow, state: TransactionSnapshot["state"]): boolean {
  const kind = stampKind(row, state);
  return kind === undefined || kind === "partial";
}

/** The prominent status, such as VOID, if any. */
function stamp(row: TransactionRow, state: TransactionSnapshot["state"]): string {
  const kind = stampKind(row, state);
  return kind ? `<p class="stamp">${stampWords[kind]}</p>` : "";
}

const stampWords = {
  declined: "DECLINED",
  error: "NOT PROCESSED",
  verification: "VERIFICATION REQUIRED",
  voided: "VOIDED",
  returned: "RETURNED BY THE BANK",
  refund: "REFUND",
  authorization: "AUTHORIZATION ONLY",
  partial: "PARTIAL PAYMENT",
} as const;

function stampKind(
  { result_code, trantype_code }: TransactionRow,
  { phase }: TransactionSnapshot["state"],
): keyof typeof stampWords | undefined {
  if (result_code === "D") return "declined";
  if (result_code === "E") return "error";
  if (result_code === "V") return "verification";
  if (phase === "voided" || phase === "voidedForGood" || phase === "released") return "voided";
  if (phase === "returned") return "returned";
  if (refundTrantypes.includes(trantype_code)) return "refund";
  if (trantype_code === "A") return "authorization";
  return result_code === "P" ? "partial" : undefined;
}

function lineitems({ details }: TransactionRow): string {
  const { lineitems: items = [], amount_detail } = details;
  const taxCents = amount_detail?.tax === undefined ? itemTaxCents(items) : 0;
  return lines([
    ...items.map((item): Line => {
      const cents = lineTotalCents(item);
      return [
        `${item.qty ?? "1"} ${item.name ?? item.description ?? item.sku ?? "Item"}`,
        cents === undefined ? item.cost : toDecimal(cents),
      ];
    }),
    ...(taxCents > 0 ? [["Tax of the items", toDecimal(taxCents)] satisfies Line] : []),
  ]);
}

const partNames: readonly (readonly [keyof AmountBreakdown, string])[] = [
  ["subtotal", "Subtotal"],
  ["tax", "Tax"],
  ["shipping", "Shipping"],
  ["duty", "Duty"],
  ["discount", "Discount"],
  ["tip", "Tip"],
];

function breakdown(detail: AmountBreakdown | undefined): string {
  return lines(
    partNames.flatMap(([part, name]) => {
      const amount = detail?.[part];
      if (amount === undefined || amount === "0.00") return [];
      return [[name, part === "discount" ? `-${amount}` : amount]];
    }),
  );
}

function total(row: TransactionRow): string {
  const refund = refundTrantypes.includes(row.trantype_code);
  const currency = currencyOf(row.details.currency);
  const shown = toWireAmount(row.amount, row.details.currency);
  return `<div class="ln big"><span>${refund ? "Refund" : "Total"} ${escapeHtml(currency.code)}</span><span>${shown}</span></div>`;
}

function proof(row: TransactionRow): Line[] {
  const { card, check } = row.details;
  return [
    ...(card
      ? ([
          [card.brand, `xxxx ${card.masked.slice(-4)}`],
          [card.cardholder, ""],
        ] satisfies Line[])
      : []),
    ...(check
      ? ([
          ["Account", `xxxx ${check.last4}`],
          [check.accountholder, ""],
        ] satisfies Line[])
      : []),
    ...(row.tender === "cash" ? ([["Cash", ""]] satisfies Line[]) : []),
    row.authcode ? ["Authorization", row.authcode] : ["", ""],
    ["Reference", toRefnum(row.id)],
    card ? ["Entry", card.entry_mode === "Chip" ? "Chip" : "Keyed"] : ["", ""],
    row.error ? [row.error, ""] : ["", ""],
  ];
}

/** Only for a card that was present: a signature for a keyed number proves nothing. */
function signature({ details, result_code, trantype_code }: TransactionRow): string {
  const isApproved = isApprovedCode(result_code) && trantype_code === "S";
  const signs = isApproved && details.card?.entry_mode === "Chip";
  return signs ? `<p class="sign">Signature</p>` : "";
}

type Line = readonly [left: string | undefined, right: string | undefined];

function lines(rows: readonly Line[]): string {
  return rows
    .filter(([left, right]) => left || right)
    .map(
      ([left = "", right = ""]) =>
        `<div class="ln"><span>${escapeHtml(left)}</span><span>${escapeHtml(right)}</span></div>`,
    )
    .join("");
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body><main>${body}</main></body>
</html>
`;
}

// No @page here: the paper size is the printer's choice.
const style = `
:root { color-scheme: light; }
body { margin: 0; background: #fff; color: #000; font: 12px/1.45 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
main { box-sizing: border-box; width: 100%; max-width: 420px; margin: 0 auto; padding: 8px; }
h1 { margin: 0 0 4px; font-size: 1.25em; text-align: center; }
p { margin: 4px 0; overflow-wrap: anywhere; }
hr { border: 0; border-top: 1px dashed #000; margin: 8px 0; }
.ctr { text-align: center; }
.ln { display: flex; justify-content: space-between; gap: 12px; }
.ln span { overflow-wrap: anywhere; }
.ln span:last-child { text-align: right; flex: none; max-width: 60%; font-variant-numeric: tabular-nums; }
.big { font-size: 1.6em; font-weight: 700; line-height: 1.3; flex-wrap: wrap; }
.stamp { border: 2px solid #000; padding: 2px 4px; text-align: center; font-weight: 700; font-size: 1.25em; letter-spacing: 0.06em; }
.sign { margin-top: 36px; border-top: 1px solid #000; padding-top: 2px; }
@media (max-width: 240px) { body { font-size: 10px; } main { padding: 4px; } .ln { gap: 6px; } }
`;
