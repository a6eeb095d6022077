import type { Attempt } from "#lib/attempt.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";

/** Lines that the console adds to the gateway's receipt. */
export type ReceiptLines = readonly { label: string; value: string }[];

/** What was received in cash and what went back. */
export function cashLines(cash: Attempt["cash"]): ReceiptLines {
  if (!cash) return [];
  return [
    { label: t("Cash received"), value: formatMoney(cash.receivedCents) },
    { label: t("Change"), value: formatMoney(cash.changeCents) },
  ];
}

/** A sanitized receipt with these lines at its end. */
export function withLines(html: string, lines: ReceiptLines): string {
  if (lines.length === 0) return html;
  const rows = lines
    .map(({ label, value }) => `<tr><td>${label}</td><td style="text-align:right">${value}</td></tr>`)
    .join("");
  const table = `<table class="console-lines" style="${style}">${rows}</table>`;
  return /<\/body>/i.test(html) ? html.replace(/<\/body>/i, `${table}</body>`) : `${html}${table}`;
}

const style =
  "width:100%;margin:8px 0 0;padding:6px 10px;border-top:1px solid #111;border-collapse:separate;font:700 13px/1.5 sans-serif";
