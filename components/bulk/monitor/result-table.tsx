import { Link } from "#components/layout/navigation/link.tsx";
import { cx } from "#components/ui/cx.ts";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { rowLink, Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import { type BulkResult, codesOf, type LaterState } from "#lib/bulk/bulk-results.ts";
import { formatCount } from "#lib/format/counts.ts";
import { formatTime } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { isOwnCurrency } from "#lib/gateway/currencies.ts";
import { t, translated } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import { stateAppearances } from "#lib/payments/transaction-labels.ts";
import type { Appearance } from "../file-appearance.ts";

/** What became of rows, each with its number in the chosen file, its transaction and its batch. */
export function ResultTable({
  results,
  label,
  isFromFile,
}: {
  results: readonly BulkResult[];
  label: string;
  /** False when the group was uploaded by something else: then a row has its place among those that ran. */
  isFromFile: boolean;
}) {
  const signs = results.some(({ currency }) => !isOwnCurrency(currency));
  return (
    <Table label={label} cards={2} tight>
      <TableHead>
        <Th numeric>{isFromFile ? t("Row") : t("Place")}</Th>
        <Th drop="m">{t("Time")}</Th>
        <Th>{t("Transaction")}</Th>
        <Th>{t("Type")}</Th>
        <Th>{t("Customer")}</Th>
        <Th>{t("Outcome")}</Th>
        <Th drop="m">{t("Why")}</Th>
        <Th>{t("Batch")}</Th>
        <Th numeric>{t("Amount")}</Th>
      </TableHead>
      <TableBody>
        {results.map((result) => (
          <Row key={result.position} result={result} isFromFile={isFromFile} signs={signs} />
        ))}
      </TableBody>
    </Table>
  );
}

function Row({
  result,
  isFromFile,
  signs,
}: {
  result: BulkResult;
  isFromFile: boolean;
  /** Whether each amount has the sign of its currency: there are several. */
  signs: boolean;
}) {
  const answered = resultAppearance(result);
  const { tone, icon, word } = result.since ? laterAppearance(result.since) : answered;
  const { transactionKey: key, batchKey } = result;
  const why = result.isDuplicate
    ? t("Same as an earlier payment. The link leads to that one.")
    : result.error && translate(result.error);
  return (
    <Tr>
      <Td numeric label={isFromFile ? t("Row") : t("Place")} className="text-muted">
        {placeOf(result, isFromFile)}
      </Td>
      <Td drop="m" className="text-muted">
        {result.created && formatTime(result.created, { seconds: true })}
      </Td>
      <Td place="lead" className="max-w-44 wrap-anywhere whitespace-normal! max-sm:row-start-1">
        {key ? (
          <Link href={paths.transaction(key)} className={rowLink}>
            {nameOf(result) ?? key}
          </Link>
        ) : (
          (nameOf(result) ?? <span className="text-faint">{t("None")}</span>)
        )}
      </Td>
      <Td label={t("Type")} className="whitespace-normal!">
        {result.type ? translate(result.type) : <span className="text-faint">{t("not reported")}</span>}
      </Td>
      <Td label={t("Customer")} className="max-w-60 wrap-anywhere whitespace-normal!">
        {result.cardholder}{" "}
        <span className="whitespace-nowrap text-muted">
          {result.paymentMethod && translate(result.paymentMethod)}
        </span>
      </Td>
      <Td label={t("Outcome")} className="max-lg:whitespace-normal!">
        <StatusLabel tone={tone} icon={icon} wraps>
          {word}
        </StatusLabel>
        {result.since && (
          <span className="block text-12 text-muted">
            {t("{state} as reported", { state: answered.word })}
          </span>
        )}
        {/* A tablet has no room for a column of its own. */}
        <span className="hidden text-12 text-muted sm:max-lg:block print:hidden!">{why}</span>
      </Td>
      <Td
        place="full"
        className={cx(
          "max-w-64 wrap-anywhere whitespace-normal! text-muted not-print:sm:max-lg:hidden!",
          !why && "max-sm:hidden!",
        )}
      >
        {why}
      </Td>
      <Td label={t("Batch")}>
        {batchKey && !result.isDuplicate ? (
          <Link href={paths.batch(batchKey)} className="relative">
            {result.batchName ?? batchKey}
          </Link>
        ) : (
          <span className="text-faint">{t("None")}</span>
        )}
      </Td>
      <Td numeric place="amount">
        <SignedAmount result={result} currency={signs} />
      </Td>
    </Tr>
  );
}

/** As its batch counts it: a refund below zero, a void and a duplicate struck out. What failed is quiet. */
function SignedAmount({
  result: { cents, currency: code, kind, isDuplicate, resultCode = "" },
  currency,
}: {
  result: BulkResult;
  currency: boolean;
}) {
  if (cents === undefined) return <span className="text-faint">{t("not reported")}</span>;
  const amount = formatMoney(kind === "refunds" ? -cents : cents, { currency, code });
  if (!isDuplicate && hasFailed(resultCode)) return <span className="text-muted">{amount}</span>;
  const struck = isDuplicate ? t("not charged") : kind === "voids" ? t("voided") : undefined;
  if (!struck) return <span className="font-semibold">{amount}</span>;
  return (
    <s className="relative text-faint">
      <span className="sr-only">{struck} </span>
      {amount}
    </s>
  );
}

const hasFailed = (code: string) => [...codesOf.declined, ...codesOf.errors].includes(code);

/** A row of the file only where the gateway reports it. */
function placeOf({ row, position }: BulkResult, isFromFile: boolean) {
  if (!isFromFile) return formatCount(position);
  return row === undefined ? <span className="text-faint">{t("not reported")}</span> : formatCount(row);
}

const nameOf = ({ orderid, invoice }: BulkResult) => orderid || invoice || undefined;

function resultAppearance({ resultCode: code, isDuplicate, kind, phase }: BulkResult): Appearance {
  if (isDuplicate) return { tone: "neutral", icon: "copy", word: t("Duplicate, not charged") };
  const state = code === "A" ? notCollected.find((one) => one === phase) : undefined;
  if (state) return stateAppearances[state];
  if (code === "A" && kind === "voids") return stateAppearances.voided;
  return appearances[code ?? ""] ?? { tone: "neutral", icon: "info", word: code ?? t("Not reported") };
}

const laterAppearance = (state: LaterState): Appearance =>
  state === "captured"
    ? { tone: "approved", icon: "approved", word: t("Captured") }
    : stateAppearances[state];

/** Approved, and all the same no money is collected or paid: the state of the payment decides, as on its own page. */
const notCollected = ["authorized", "held", "voided", "released", "returned", "timedOut"] as const;

const appearances: Record<string, Appearance> = translated(["word"], {
  A: { tone: "approved", icon: "approved", word: "Approved" },
  P: { tone: "warning", icon: "partial", word: "In part" },
  D: { tone: "declined", icon: "declined", word: "Declined" },
  E: { tone: "warning", icon: "warning", word: "Error" },
  V: { tone: "declined", icon: "declined", word: "Verification" },
});
