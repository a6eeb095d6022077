import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { AcknowledgeButton } from "#components/payment-result/notices/acknowledge-button.tsx";
import { noticeLabels } from "#components/payment-result/notices/notice-labels.ts";
import { Amount } from "#components/ui/amount.tsx";
import { Icon } from "#components/ui/icon/icon.tsx";
import { toneText } from "#components/ui/status/tone.ts";
import { formatCount } from "#lib/format/counts.ts";
import { formatInstant } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import { commandNouns } from "#lib/payments/command-nouns.ts";
import {
  type BulkTaking,
  currencyOfNotice,
  isOfBulkFile,
  type Notice,
  subjectOf,
} from "#lib/payments/notice.ts";
import { may } from "#lib/permissions.ts";

/** One notice: what happened, how it is known, what to do, and who it was. */
export function NoticeItem({
  notice,
  now,
}: {
  notice: Notice;
  /** Epoch ms, for the day. */
  now: number;
}) {
  const { role, timeZone } = useMerchant();
  const { tone, icon, title, proof, advice } = noticeLabels(notice);
  const { transactionKey, batchKey, attemptId, amountCents } = notice;
  const subject = translate(subjectOf(notice));
  const fileId = fileOf(notice);
  const label = [title, subject].join(" ");
  const mayAcknowledge = notice.kind === "return" || may(role, "decideUnknown");
  return (
    <li
      aria-label={label}
      className="grid gap-x-8 gap-y-3 px-4 py-5 not-first:border-t not-first:border-line sm:px-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,5fr)_auto]"
    >
      <div className="min-w-0">
        {amountCents !== undefined && (
          <p>
            <Amount cents={amountCents} code={currencyOfNotice(notice)} size="m" />
          </p>
        )}
        <p className="wrap-anywhere">
          <b>{whatOf(notice)}</b>, {subject}
        </p>
        <p className="mt-1 text-13 wrap-anywhere text-muted">{whose(notice, timeZone, now)}</p>
      </div>
      <div className="grid min-w-0 content-start gap-1">
        <p className="flex gap-2 *:[svg]:mt-1">
          <Icon name={icon} className={toneText[tone]} />
          <b className="min-w-0">{title}</b>
        </p>
        <p>{advice}</p>
        {proof && <p className="text-13 text-muted">{proof}</p>}
        <p className="flex flex-wrap gap-x-4 text-13">
          {transactionKey && (
            <Link href={paths.transaction(transactionKey)}>{t("Open the transaction")}</Link>
          )}
          {batchKey && <Link href={paths.batch(batchKey)}>{t("Open the batch")}</Link>}
          {fileId && may(role, "viewBulk") && (
            <Link href={paths.bulkGroup(fileId)}>{t("Open the bulk file")}</Link>
          )}
          {!transactionKey && attemptId && (
            <Link href={paths.attempt(attemptId)}>{t("See what was recorded")}</Link>
          )}
        </p>
      </div>
      <div className="lg:text-right">
        {mayAcknowledge ? (
          <AcknowledgeButton notice={notice} label={label} />
        ) : (
          <p className="text-13 text-muted">{t("A manager acknowledges this.")}</p>
        )}
      </div>
    </li>
  );
}

function fileOf(notice: Notice): string | undefined {
  if (isOfBulkFile(notice)) return notice.fileId;
  return notice.kind === "return" ? notice.bulk?.fileId : undefined;
}

function formatTaking({ fileName, reference, row, preparedBy, approvedBy }: BulkTaking): string {
  const place =
    row === undefined ? fileName : t("Row {count} of {fileName}", { count: formatCount(row), fileName });
  return approvedBy
    ? t("{place}, file {reference}, prepared by {preparedBy}, approved by {approvedBy}", {
        ...{ place, reference, preparedBy, approvedBy },
      })
    : t("{place}, file {reference}, prepared by {preparedBy}", { place, reference, preparedBy });
}

function whatOf(notice: Notice): string {
  if (isOfBulkFile(notice)) return t("Bulk file");
  return notice.kind === "contradiction" ? commandNouns[notice.command] : t("Check");
}

/** Who took the payment, who decided, and when it was detected. */
function whose(notice: Notice, timeZone: string, now: number): string {
  const clock = (at: number) => formatInstant(timeZone, at, now);
  const found = t("found {clock}", { clock: clock(notice.foundAt) });
  if (notice.kind === "return" && notice.bulk) return `${formatTaking(notice.bulk)}, ${found}`;
  if (notice.kind === "return" && notice.mayBeBulk && !notice.takenBy)
    return t(
      "Not taken at a counter of this console. It may be from a bulk file whose results are not known yet, {found}",
      { found },
    );
  const by = notice.takenBy
    ? t("By {takenBy}", { takenBy: notice.takenBy })
    : t("Not taken through this console");
  if (notice.kind === "return") return `${by}, ${found}`;
  const { reference } = notice;
  if (notice.kind === "bulkDifference") return t("{by}, file {reference}, {found}", { by, reference, found });
  const { recorded } = notice;
  const decided =
    recorded.by && recorded.at
      ? t("decided by {by} {clock}", { by: recorded.by, clock: clock(recorded.at) })
      : undefined;
  const source =
    notice.kind === "bulkContradiction"
      ? t("file {reference}", { reference })
      : t("attempt {reference}", { reference });
  return [by, source, decided, found].filter(Boolean).join(", ");
}
