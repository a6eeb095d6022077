import { currentLanguage, t, translated } from "#lib/language/t.ts";
import { formatMoment } from "../format/dates.ts";
import { escapeHtml } from "../format/html.ts";
import { formatMoney } from "../format/money.ts";
import { momentIn } from "../time.ts";
import { type MovementKind, movementKinds } from "./cash-sums.ts";
import { pieceLabel } from "./denominations.ts";
import { approvedText, overShortText, type ZReport } from "./report.ts";

/**
 * A Z report as a document of its own, for a roll or a sheet. `timeZone` is the merchant's; the hash lets the paper be
 * compared with the stored figures.
 */
export function toZDocument(report: ZReport, { timeZone, hash }: { timeZone: string; hash: string }): string {
  const at = (moment: number) => formatMoment(momentIn(timeZone, moment), { weekday: false, year: true });
  const title = t("Z report {number}", { number: report.number });
  return `<!doctype html><html lang="${currentLanguage()}"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head><body><main>
<h1>${escapeHtml(report.merchant)}</h1><p class="ctr"><b>${title}</b><br>${escapeHtml(t("{drawer}, shift {number}", { drawer: report.drawer, number: report.shift }))}</p>
<div class="columns">
<section>${[
    line(t("Opened"), at(report.openedAt)),
    line(t("by"), report.openedBy),
    line(t("Closed"), at(report.closedAt)),
    line(t("by"), report.closedBy),
    report.approvedBy === null ? "" : line(t("Approved by"), report.approvedBy),
  ].join("")}</section>
<section>${cashLines(report)}</section>
<section>${resultLines(report, at)}</section>
<section>${report.pieces.map(({ label, count, cents }) => line(`${count} × ${pieceLabel(label, count)}`, money(cents))).join("") || line(t("No bills or coins"), money(0))}</section>
<section>${safeLines(report)}</section>
</div>
<p class="sign">${t("Clerk")}</p><p class="sign">${t("Manager")}</p>
<p class="hash">${escapeHtml(hash)}</p>
</main></body></html>`;
}

function cashLines({ floatCents, floatChange, sums, movements, expectedCents }: ZReport): string {
  const movementLines = (kind: MovementKind) => [
    line(`${labels[kind]} ${sums[kind].count}`, signed(kind, sums[kind].cents)),
    ...movements
      .filter((movement) => movement.kind === kind)
      .map(({ reason, cents, approvedBy }) =>
        line(approvedText(reason, approvedBy), signed(kind, cents), "sub"),
      ),
  ];
  return [
    line(t("Float"), money(floatCents)),
    floatChange
      ? line(t("Left by the shift before"), money(floatChange.leftCents), "sub") +
        `<p class="sub">${escapeHtml(approvedText(floatChange.reason, floatChange.approvedBy))}</p>`
      : "",
    line(`${t("Cash sales")} ${sums.sales.count}`, money(sums.sales.cents)),
    line(`${t("Cash refunds")} ${sums.refunds.count}`, money(-sums.refunds.cents)),
    ...movementKinds.flatMap(movementLines),
    line(t("Expected"), money(expectedCents), "sum"),
  ].join("");
}

const signed = (kind: MovementKind, cents: number) => money(kind === "paidIn" ? cents : -cents);

function safeLines({ nextFloatCents, toSafeCents, sums: { drop } }: ZReport): string {
  return [
    line(t("Next float"), money(nextFloatCents)),
    line(t("To the safe at closing"), money(toSafeCents)),
    drop.count > 0 ? line(t("To the safe in total"), money(drop.cents + toSafeCents), "sum") : "",
  ].join("");
}

function resultLines(report: ZReport, at: (moment: number) => string): string {
  const { counts, countedCents, overShortCents, currency, reason, unknown, otherCurrencies } = report;
  const earlier = counts.length > 1 ? counts : [];
  return [
    line(t("Counted"), money(countedCents), "sum"),
    ...earlier.map(({ at: when, by, cents }, place) =>
      line(
        t("Count {number}, {by}, {instant}", { number: place + 1, by, instant: at(when) }),
        money(cents),
        "sub",
      ),
    ),
    line(`${overShortText(overShortCents, () => currency)}`, money(overShortCents), "big"),
    reason === "" ? "" : `<p>${escapeHtml(reason)}</p>`,
    ...unknown.map(({ isRefund, reference, cents }) =>
      line(
        isRefund
          ? t("Outcome unknown, not in expected: cash refund {reference}", { reference })
          : t("Outcome unknown, not in expected: cash sale {reference}", { reference }),
        money(isRefund ? -cents : cents),
      ),
    ),
    ...otherCurrencies.map(({ currency: code, count, cents }) =>
      line(t("Other currency, not in expected: {count}", { count }), formatMoney(cents, { code })),
    ),
  ].join("");
}

const labels: Record<MovementKind, string> = translated("*", {
  paidIn: "Paid in",
  paidOut: "Paid out",
  drop: "To the safe",
});

const money = (cents: number) => formatMoney(cents, { currency: false });

const line = (label: string, value: string, kind = "") =>
  `<div class="ln ${kind}"><span>${escapeHtml(label)}</span><span>${escapeHtml(value)}</span></div>`;

// The page rule is the paper's. On a sheet the sections stand in two columns, so that a long shift fits one page.
const style = `
body { font: 12px/1.4 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; color: #000; background: #fff; }
main { box-sizing: border-box; padding: 8px; }
h1 { margin: 0 0 4px; font-size: 1.25em; text-align: center; overflow-wrap: anywhere; }
p { margin: 4px 0; overflow-wrap: anywhere; }
section { padding: 6px 0; border-top: 1px dashed #000; break-inside: avoid; }
.ctr { text-align: center; }
.ln { display: flex; justify-content: space-between; gap: 12px; }
.ln span { overflow-wrap: anywhere; }
.ln span:last-child { flex: none; max-width: 65%; text-align: right; font-variant-numeric: tabular-nums; }
.sub { padding-left: 12px; font-size: 0.9em; }
.sum { font-weight: 700; }
.big { font-size: 1.4em; font-weight: 700; }
.sign { margin-top: 30px; border-top: 1px solid #000; padding-top: 2px; }
.hash { margin-top: 10px; font-size: 8px; overflow-wrap: anywhere; }
@media (min-width: 500px) { .columns { columns: 2; column-gap: 32px; } }
@media (max-width: 240px) { body { font-size: 10px; } main { padding: 4px; } .ln { gap: 6px; } }
`;
