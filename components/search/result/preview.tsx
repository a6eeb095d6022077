import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { Button, ButtonBody, buttonClass } from "#components/ui/button/button.tsx";
import { cx } from "#components/ui/cx.ts";
import { SumLine, SumList } from "#components/ui/list/sum-list.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { formatMoment } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import { indexedState } from "#lib/payments/transaction-labels.ts";
import { paidWith, typeLabel } from "#lib/search/columns.ts";
import type { FoundTransaction } from "#lib/search/found.ts";
import { momentIn } from "#lib/time.ts";

/** A transaction beside the list, as the index knows it: nothing is read for it. */
export function Preview({
  row,
  href,
  onStep,
  onClose,
}: {
  row: FoundTransaction;
  href: string;
  now: number;
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
}) {
  const { timeZone } = useMerchant();
  const { tone, icon, word } = indexedState(row);
  const { cents, currency: code } = row;
  const title = row.invoice ? t("Invoice {invoice}", { invoice: row.invoice }) : typeLabel(row);
  return (
    <aside
      aria-label={t("Preview of {title}", { title })}
      className="border-l border-line max-xl:hidden print:hidden"
    >
      <PreviewHead title={title} onStep={onStep} onClose={onClose} />
      <div className="grid gap-3 border-b border-line p-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-20 font-semibold">
            {cents === undefined ? t("No amount") : formatMoney(row.givesBack ? -cents : cents, { code })}
          </p>
          <StatusLabel tone={tone} icon={icon} chip>
            {word}
          </StatusLabel>
        </div>
        <p className="text-13 text-muted wrap-anywhere">
          {[paidWith(row), row.customer].filter(Boolean).join(", ")}
        </p>
        {row.reason && <p className="text-13 text-declined">{translate(row.reason)}</p>}
        <Link href={href} className={cx(buttonClass({ variant: "primary", size: "s", block: true }))}>
          <ButtonBody variant="primary" kbd="Enter">
            {t("Open ~verb")}
          </ButtonBody>
        </Link>
      </div>
      <Parts row={row} />
      <SumList className="p-4 text-13">
        <SumLine label={t("Time")}>{formatMoment(momentIn(timeZone, row.createdAt), { year: true })}</SumLine>
        <SumLine label={t("Type")}>{typeLabel(row)}</SumLine>
        <Known label={t("Taken by")}>{row.takenBy}</Known>
        <Known label={t("Order")}>{row.orderid}</Known>
        <Known label={t("Description")}>{row.description}</Known>
        <Known label={t("Authorization")}>{row.authcode}</Known>
        <Known label={t("Reference")}>{row.refnum}</Known>
        {row.refundedCents > 0 && (
          <SumLine label={t("Refunded")}>{formatMoney(row.refundedCents, { currency: false, code })}</SumLine>
        )}
        {row.batchKey && (
          <SumLine label={t("Batch")}>
            <Link href={paths.batch(row.batchKey)}>{row.batchNumber ?? row.batchKey}</Link>
          </SumLine>
        )}
      </SumList>
    </aside>
  );
}

function PreviewHead({
  title,
  onStep,
  onClose,
}: {
  title: string;
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
}) {
  return (
    <div className="flex items-center gap-1 border-b border-line py-1 pr-2 pl-4">
      <h3 className="min-w-0 flex-1 truncate">{title}</h3>
      <Button
        size="s"
        variant="quiet"
        iconOnly
        icon="left"
        className="rotate-90"
        aria-label={t("Row before")}
        onClick={() => onStep(-1)}
      />
      <Button
        size="s"
        variant="quiet"
        iconOnly
        icon="right"
        className="rotate-90"
        aria-label={t("Next row")}
        onClick={() => onStep(1)}
      />
      <Button
        size="s"
        variant="quiet"
        iconOnly
        icon="close"
        aria-label={t("Close the preview")}
        onClick={onClose}
      />
    </div>
  );
}

/** What the amount is made of, where that is known. */
function Parts({ row }: { row: FoundTransaction }) {
  const { cents, currency: code } = row;
  const parts = [
    [t("Tax"), row.taxCents],
    [t("Shipping"), row.shippingCents],
    [t("Tip"), row.tipCents],
  ] as const;
  if (!parts.some(([, part]) => part)) return null;
  return (
    <SumList className="border-b border-line p-4 text-13">
      {parts.map(
        ([label, part]) =>
          part !== undefined && (
            <SumLine key={label} label={label}>
              {formatMoney(part, { currency: false, code })}
            </SumLine>
          ),
      )}
      {cents !== undefined && (
        <SumLine label={t("Total")} total>
          {formatMoney(cents, { code })}
        </SumLine>
      )}
    </SumList>
  );
}

function Known({ label, children }: { label: string; children: string | undefined }) {
  return children ? (
    <SumLine label={label}>
      <span className="wrap-anywhere">{children}</span>
    </SumLine>
  ) : null;
}
