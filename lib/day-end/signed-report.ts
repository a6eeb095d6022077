import { countOf, formatCount } from "../format/counts.ts";
import { formatDay, formatMoment, zoneName } from "../format/dates.ts";
import { formatMoney } from "../format/money.ts";
import { tenderLabels } from "../payments/tender-labels.ts";
import { momentIn } from "../time.ts";
import { checkLabels } from "./check-labels.ts";
import { type CheckKind, checkKinds, type DaySignature, shortHash } from "./day-end.ts";

/** A signed day as it is shown, printed and saved: never made again, so that its hash stays true. */
export type SignedReport = {
  title: string;
  subtitle: string;
  sections: { title: string; rows: [label: string, value: string][] }[];
};

type Signed = Omit<DaySignature, "hash">;
export type ReportStore = { merchant: string; timeZone: string; dayStart: string };

/** Writes out a signed day in the merchant's locale. */
export function toSignedReport(signed: Signed, { merchant, timeZone, dayStart }: ReportStore): SignedReport {
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
              [`${tenderLabels[tender]}, ${formatCount(count)}`, money(cents, currency)] as [string, string],
          ),
          [`Refunds, ${formatCount(refunds.count)}`, money(-refunds.cents, currency)] as [string, string],
          ["Net sales", money(netCents, currency)] as [string, string],
          [`Voids, ${formatCount(voids.count)}, not added`, money(voids.cents, currency)] as [string, string],
        ],
      })),
      {
        title: "Left open",
        rows:
          open.length === 0
            ? [["Nothing", "0"]]
            : open.map((kind) => [checkLabels[kind].title, formatCount(left[kind])]),
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
          ...(note ? [["Note", note] as [string, string]] : []),
        ],
      },
    ],
  };
}

const money = (cents: number, code: string) => formatMoney(cents, { code });
