import { countOf, formatCount } from "../format/counts.ts";
import { formatDay, formatMoment, formatTime, zoneName } from "../format/dates.ts";
import { formatMoney } from "../format/money.ts";
import { tenderLabels } from "../payments/tender-labels.ts";
import { reconciliationStates } from "../reconciliation/states.ts";
import { momentIn } from "../time.ts";
import { checkLabels } from "./check-labels.ts";
import { type CheckKind, checkKinds, type DayDetails, type DaySignature, shortHash } from "./day-end.ts";

/** A signed day as it is shown, printed and saved: never made again, so that its hash stays true. */
export type SignedReport = {
  title: string;
  subtitle: string;
  sections: { title: string; rows: ReportRow[] }[];
};
export type ReportRow = [label: string, value: string];

type Signed = Omit<DaySignature, "hash" | "fileHash" | "integrity">;
export type ReportStore = { merchant: string; timeZone: string; dayStart: string };

/** Writes out a signed day in the merchant's locale. */
export function toSignedReport(
  signed: Signed,
  details: DayDetails,
  { merchant, timeZone, dayStart }: ReportStore,
): SignedReport {
  const { figures, number, revision, by, at, note, left } = signed;
  const open = checkKinds.filter((kind: CheckKind) => left[kind] > 0);
  return {
    title: merchant,
    subtitle: `Day report, ${formatDay(figures.day, { weekday: true })}`,
    sections: [
      ...figures.currencies.map(({ currency, tenders, refunds, voids, netCents }) => ({
        title: `Sales, ${currency}`,
        rows: [
          ...tenders.map(
            ({ tender, count, cents }) =>
              [`${tenderLabels[tender]}, ${formatCount(count)}`, money(cents, currency)] as ReportRow,
          ),
          [`Refunds, ${formatCount(refunds.count)}`, money(-refunds.cents, currency)] as ReportRow,
          ["Net sales", money(netCents, currency)] as ReportRow,
          [`Voids, ${formatCount(voids.count)}, not added`, money(voids.cents, currency)] as ReportRow,
        ],
      })),
      { title: "Cash drawers", rows: drawerRows(details) },
      { title: "Batches", rows: batchRows(details, timeZone) },
      {
        title: "Left open",
        rows:
          open.length === 0
            ? [["Nothing", "0"]]
            : open.map((kind) => [checkLabels[kind].title, formatCount(left[kind])]),
      },
      {
        title: "Exceptions",
        rows:
          details.exceptions.length === 0
            ? [["None", "0"]]
            : details.exceptions.map(({ what, detail }): ReportRow => [what, detail]),
      },
      {
        title: "Signature",
        rows: [
          ["Number", revision > 1 ? `${number}, replaces an earlier one` : String(number)],
          ["Signed by", by],
          ["Signed at", `${formatMoment(momentIn(timeZone, at), { year: true })}, ${zoneName(timeZone)}`],
          ["Counted from", countOf(figures.transactions, "transaction")],
          ["The day begins at", `${dayStart}, ${zoneName(timeZone)}`],
          ["Payments", shortHash(figures.rowsHash)],
          ...(note ? [["Note", note] as ReportRow] : []),
        ],
      },
    ],
  };
}

/** The shifts of cash drawers that were closed on the day. */
export const drawerRows = ({ drawers }: DayDetails): ReportRow[] =>
  drawers.length === 0
    ? [["None closed", "0"]]
    : drawers.map(({ drawer, closedBy, report, approvedBy, expectedCents, countedCents }) => [
        `${drawer}, ${closedBy}, Z report ${report}${approvedBy ? `, approved by ${approvedBy}` : ""}`,
        overShort(countedCents - expectedCents, countedCents),
      ]);

function overShort(cents: number, countedCents: number): string {
  const counted = `${formatMoney(countedCents)} counted`;
  if (cents === 0) return `${counted}, exact`;
  return `${counted}, ${formatMoney(Math.abs(cents))} ${cents > 0 ? "over" : "short"}`;
}

/** The batches that closed on the day. */
export const batchRows = ({ batches }: DayDetails, timeZone: string): ReportRow[] =>
  batches.length === 0
    ? [["None closed", "0"]]
    : batches.map(({ name, closedAt, sums, state }) => [
        `Batch ${name}, closed ${formatTime(momentIn(timeZone, closedAt))}`,
        [
          ...(sums?.map(
            ({ currency, cents, count }) => `${money(cents, currency)} in ${formatCount(count)}`,
          ) ?? ["Totals not read"]),
          state ? reconciliationStates[state].word : "Not compared",
        ].join(", "),
      ]);

const money = (cents: number, code: string) => formatMoney(cents, { code });
