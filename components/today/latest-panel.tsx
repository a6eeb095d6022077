"use client";

import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { rowLink, Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import { formatTime } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { customerName } from "#lib/payments/customer-name.ts";
import { indexedState } from "#lib/payments/transaction-labels.ts";
import { may } from "#lib/permissions.ts";
import { momentIn } from "#lib/time.ts";
import type { LatestPayment } from "#lib/today/today.ts";
import { paidWith } from "./latest-labels.ts";
import { PartPanel } from "./part-panel.tsx";
import { useToday } from "./use-today.ts";

/** The day's last payments, newest first. */
export function LatestPanel() {
  const part = useToday("latest");
  if (!part.data) return <PartPanel title={t("Latest payments")} part={part} />;
  return (
    <PartPanel
      title={t("Latest payments")}
      part={part}
      end={<Link href={paths.transactions()}>{t("All transactions")}</Link>}
    >
      {part.data.length === 0 ? (
        <p className="px-4 py-10 text-center text-muted">
          {t("No payments yet today. New payments appear here at once.")}
        </p>
      ) : (
        <Table label={t("Latest payments")} cards={2} tight>
          <TableHead>
            <Th>{t("Time")}</Th>
            <Th>{t("Customer")}</Th>
            <Th>{t("Paid with")}</Th>
            <Th>{t("Outcome")}</Th>
            <Th numeric>{t("Amount")}</Th>
          </TableHead>
          <TableBody>
            {part.data.map((payment) => (
              <Row key={payment.id} payment={payment} />
            ))}
          </TableBody>
        </Table>
      )}
    </PartPanel>
  );
}

function Row({ payment }: { payment: LatestPayment }) {
  const { role, timeZone } = useMerchant();
  const { transactionKey, attemptId, at, cents, currency, isRefund } = payment;
  const { tone, icon, word } = indexedState(payment);
  const name = customerName(payment.customer, payment.tender);
  const href = transactionKey
    ? paths.transaction(transactionKey)
    : attemptId && may(role, "charge")
      ? paths.attempt(attemptId)
      : undefined;
  return (
    <Tr>
      <Td className="whitespace-nowrap text-muted">{formatTime(momentIn(timeZone, at))}</Td>
      <Td place="lead" className="min-w-32 wrap-anywhere whitespace-normal!">
        {href ? (
          <Link href={href} className={rowLink}>
            {name}
          </Link>
        ) : (
          name
        )}
      </Td>
      <Td className="text-muted">{paidWith(payment)}</Td>
      <Td>
        <StatusLabel tone={tone} icon={icon}>
          {word}
        </StatusLabel>
      </Td>
      <Td numeric place="amount">
        {cents === undefined ? "" : formatMoney(isRefund ? -cents : cents, { code: currency })}
      </Td>
    </Tr>
  );
}
