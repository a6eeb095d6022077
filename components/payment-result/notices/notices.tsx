"use client";

import { useQuery } from "@tanstack/react-query";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { formatInstant } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import { currencyOfNotice, isOfBulkFile, type Notice, subjectOf } from "#lib/payments/notice.ts";
import { type NoticeSubject, noticesOfQuery } from "#lib/queries/attention.ts";
import { noticeLabels } from "./notice-labels.ts";

/** What somebody has to know about a batch, a payment or their bulk files: wrong decisions and returned checks. Renders nothing without notices. */
export function Notices({
  subject,
  now,
}: {
  subject: NoticeSubject;
  /** Epoch ms. */
  now: number;
}) {
  const { data: notices = [] } = useQuery(noticesOfQuery(subject));
  if (notices.length === 0) return null;
  return (
    <section aria-label={t("Alerts")} className="grid gap-2">
      {notices.map((notice) => (
        <NoticeNote key={notice.id} notice={notice} now={now} linked={"batch" in subject} />
      ))}
    </section>
  );
}

function NoticeNote({
  notice,
  now,
  linked,
}: {
  notice: Notice;
  now: number;
  /** The page is not the payment's own: say which it is. */
  linked: boolean;
}) {
  const { timeZone } = useMerchant();
  const { tone, icon, title, proof, advice } = noticeLabels(notice);
  const { transactionKey, acknowledged, amountCents } = notice;
  const code = currencyOfNotice(notice);
  const subject = translate(subjectOf(notice));
  const clock = (at: number) => formatInstant(timeZone, at, now);
  return (
    <Note tone={acknowledged ? "neutral" : tone} icon={icon} role="status">
      <b>{title}</b> {advice}
      {proof && (
        <span className="block text-muted">
          {t("{proof} Found {clock}.", { proof, clock: clock(notice.foundAt) })}
        </span>
      )}
      {linked && transactionKey && (
        <span className="block">
          <Link href={paths.transaction(transactionKey)}>
            {amountCents === undefined ? subject : `${formatMoney(amountCents, { code })}, ${subject}`}
          </Link>
        </span>
      )}
      {isOfBulkFile(notice) && (
        <span className="block">
          {tx("{link}. A manager acknowledges this under Attention.", {
            link: <Link href={paths.bulkGroup(notice.fileId)}>{subject}</Link>,
          })}
        </span>
      )}
      {acknowledged && (
        <span className="block text-muted">
          {t("Acknowledged by {by}, {clock}.", { by: acknowledged.by, clock: clock(acknowledged.at) })}
        </span>
      )}
    </Note>
  );
}
