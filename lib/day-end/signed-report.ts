import { t } from "#lib/language/t.ts";
import { countOf, formatCount } from "../format/counts.ts";
import { formatDay, formatDayStart, formatMoment, formatTime, zoneName } from "../format/dates.ts";
import { formatMoney } from "../format/money.ts";
import { tenderLabels } from "../payments/tender-labels.ts";
import { reconciliationStates } from "../reconciliation/states.ts";
import { momentIn } from "../time.ts";
import { checkLabels } from "./check-labels.ts";
import { type DayDetails, type DaySignature, shortHash, type TaskKind, taskKinds } from "./day-end.ts";

/** A signed day as it is shown, printed and saved: never made again, so that its hash stays true. */
export type SignedReport = {
  title: string;
  subtitle: string;
  sections: { title: string; rows: ReportRow[] }[];
};
export type ReportRow = [label: string, value: string];

type Signed = Omit<DaySignature, "hash" | "fileHash" | "integrity"> & {
  /** Of the open batch, just before the signature. */
  openReading: { readAt: number | undefined; problem: string | undefined };
  /** Closed batches that were not compared yet. */
  uncompared: number;
};
export type ReportStore = {
  merchant: string;
  timeZone: string;
  dayStart: string;
  /** The newest event of the audit log, "position:hash": it proves later that the log up to it is as it was. */
  auditHead?: string | undefined;
};

/** Writes out a signed day in the merchant's locale. */
export function toSignedReport(
  signed: Signed,
  details: DayDetails,
  { merchant, timeZone, dayStart, auditHead }: ReportStore,
): SignedReport {
  const { figures, number, revision, by, at, note, left, uncompared } = signed;
  const open = taskKinds.filter((kind: TaskKind) => left[kind] > 0);
  const leftOpen: ReportRow[] = [
    ...open.map((kind): ReportRow => [checkLabels[kind].title, formatCount(left[kind])]),
    ...(uncompared > 0
      ? [[t("Closed batches not compared yet"), formatCount(uncompared)] satisfies ReportRow]
      : []),
  ];
  return {
    title: merchant,
    subtitle: t("Day report, {day}", { day: formatDay(figures.day, { weekday: true }) }),
    sections: [
      ...figures.currencies.map(({ currency, tenders, refunds, voids, netCents }) => ({
        title: t("Sales, {currency}", { currency }),
        rows: [
          ...tenders.map(
            ({ tender, count, cents }): ReportRow => [
              `${tenderLabels[tender]}, ${formatCount(count)}`,
              money(cents, currency),
            ],
          ),
          [
            t("Refunds, {count}", { count: formatCount(refunds.count) }),
            money(-refunds.cents, currency),
          ] satisfies ReportRow,
          [t("Net sales"), money(netCents, currency)] satisfies ReportRow,
          [
            t("Voids, {count}, not added", { count: formatCount(voids.count) }),
            money(voids.cents, currency),
          ] satisfies ReportRow,
        ],
      })),
      { title: t("Cash drawers"), rows: drawerRows(details) },
      { title: t("Batches"), rows: batchRows(details, timeZone) },
      {
        title: t("Left open"),
        rows: leftOpen.length === 0 ? [[t("Nothing"), "0"]] : leftOpen,
      },
      {
        title: t("Exceptions"),
        rows:
          details.exceptions.length === 0
            ? [[t("None"), "0"]]
            : details.exceptions.map(({ what, detail }): ReportRow => [what, detail]),
      },
      {
        title: t("Signature"),
        rows: [
          [t("Number"), revision > 1 ? t("{number}, replaces an earlier one", { number }) : String(number)],
          [t("Signed by"), by],
          [t("Signed at"), `${formatMoment(momentIn(timeZone, at), { year: true })}, ${zoneName(timeZone)}`],
          [t("Counted from"), countOf(figures.transactions, "transaction")],
          [t("Open batch read"), openReadingText(signed.openReading, timeZone)],
          [t("The day begins at"), `${formatDayStart(dayStart)}, ${zoneName(timeZone)}`],
          [t("Payments"), shortHash(figures.rowsHash)],
          ...(auditHead ? [[t("Audit log"), auditHead] satisfies ReportRow] : []),
          ...(note ? [[t("Note"), note] satisfies ReportRow] : []),
        ],
      },
    ],
  };
}

function openReadingText({ readAt, problem }: Signed["openReading"], timeZone: string): string {
  const at = readAt === undefined ? t("never") : formatMoment(momentIn(timeZone, readAt), { year: true });
  return problem ? t("{at}, not again before signing: {problem}", { at, problem }) : at;
}

/** The shifts of cash drawers that were closed on the day. */
export const drawerRows = ({ drawers }: DayDetails): ReportRow[] =>
  drawers.length === 0
    ? [[t("None closed"), "0"]]
    : drawers.map(({ drawer, closedBy, report, approvedBy, expectedCents, countedCents }) => [
        approvedBy
          ? t("{drawer}, {closedBy}, Z report {report}, approved by {approvedBy}", {
              ...{ drawer, closedBy, report, approvedBy },
            })
          : t("{drawer}, {closedBy}, Z report {report}", { drawer, closedBy, report }),
        overShort(countedCents - expectedCents, countedCents),
      ]);

function overShort(cents: number, countedCents: number): string {
  const counted = formatMoney(countedCents);
  const difference = formatMoney(Math.abs(cents));
  if (cents === 0) return t("{counted} counted, exact", { counted });
  return cents > 0
    ? t("{counted} counted, {difference} over", { counted, difference })
    : t("{counted} counted, {difference} short", { counted, difference });
}

/** The batches that closed on the day. */
export const batchRows = ({ batches }: DayDetails, timeZone: string): ReportRow[] =>
  batches.length === 0
    ? [[t("None closed"), "0"]]
    : batches.map(({ name, closedAt, sums, state }) => [
        t("Batch {name}, closed {time}", { name, time: formatTime(momentIn(timeZone, closedAt)) }),
        [
          ...(sums?.map(({ currency, cents, count }) =>
            t("{money} in {count}", { money: money(cents, currency), count: formatCount(count) }),
          ) ?? [t("Totals not read")]),
          state ? reconciliationStates[state].word : t("Not compared"),
        ].join(", "),
      ]);

const money = (cents: number, code: string) => formatMoney(cents, { code });
