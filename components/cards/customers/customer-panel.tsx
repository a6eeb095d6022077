"use client";

import { useQuery } from "@tanstack/react-query";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { LinkButton } from "#components/layout/navigation/link-button.tsx";
import { Amount } from "#components/ui/amount.tsx";
import { Fact, Facts } from "#components/ui/list/facts.tsx";
import { Panel, PanelHead, PanelSection, SectionTitle } from "#components/ui/panel/panel.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { UnreadState } from "#components/ui/status/unread-state.tsx";
import { type CustomerDetail, customerLabel } from "#lib/cards/customer.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatInstant } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { customerQuery } from "#lib/queries/cards.ts";
import { Expiry, nameOf } from "../card-table.tsx";

/** One customer: who it is, the saved cards to charge, and the latest payments. */
export function CustomerPanel({ id, now, currentMonth }: { id: string; now: number; currentMonth: string }) {
  const { data, error, refetch, isFetching } = useQuery(customerQuery(id));
  if (!data)
    return (
      <Panel as="aside" aria-label={t("Customer")}>
        {error ? (
          <UnreadState
            title={t("This customer could not be read")}
            message={error.message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <PanelSection>
            <Spinner>{t("Reading the customer")}</Spinner>
          </PanelSection>
        )}
      </Panel>
    );
  const { customer } = data;
  return (
    <Panel as="aside" aria-label={t("Customer")}>
      <PanelHead title={customerLabel(customer)} />
      <PanelSection className="grid gap-4">
        <Facts columns={2}>
          <Fact label={t("Customer key")} wide>
            {customer.key && <span className="font-mono text-13 wrap-anywhere">{customer.key}</span>}
          </Fact>
          <Fact label={t("Email")} wide>
            {customer.email && <span className="wrap-anywhere">{customer.email}</span>}
          </Fact>
          {customer.custid && <Fact label={t("Customer number")}>{customer.custid}</Fact>}
          <Fact label={t("Paid, less refunds")} wide>
            {data.sums.map(({ currency, cents }) => formatMoney(cents, { code: currency })).join(", ")}
          </Fact>
        </Facts>
        {customer.key ? (
          <LinkButton href={paths.chargeCustomer(customer.key)} block>
            {t("New charge for this customer")}
          </LinkButton>
        ) : (
          <p className="text-13 text-muted">
            {t("Known from payments only. Save the customer with the next one.")}
          </p>
        )}
      </PanelSection>
      <CardList cards={data.cards} currentMonth={currentMonth} />
      <PaymentList payments={data.payments} total={customer.payments} now={now} />
    </Panel>
  );
}

function CardList({ cards, currentMonth }: { cards: CustomerDetail["cards"]; currentMonth: string }) {
  return (
    <PanelSection>
      <SectionTitle>{t("Saved cards")}</SectionTitle>
      {cards.length === 0 && <p className="text-13 text-muted">{t("None that this console knows.")}</p>}
      <ul aria-label={t("Saved cards of this customer")} className="grid gap-3">
        {cards.map((card) => (
          <li key={card.token} className="flex items-center justify-between gap-3">
            <span className="min-w-0">
              <span className="block font-semibold">{nameOf(card)}</span>
              <span className="text-13 text-muted">
                <Expiry mmyy={card.expiry} currentMonth={currentMonth} />
              </span>
            </span>
            <LinkButton
              size="s"
              href={paths.chargeCard(card.token)}
              aria-label={t("Charge {card}", { card: nameOf(card) })}
            >
              {t("Charge ~verb")}
            </LinkButton>
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}

function PaymentList({
  payments,
  total,
  now,
}: {
  payments: CustomerDetail["payments"];
  total: number;
  now: number;
}) {
  const { timeZone } = useMerchant();
  return (
    <PanelSection>
      <SectionTitle end={countOf(total, "payment")}>{t("Latest payments")}</SectionTitle>
      <ul aria-label={t("Payments of this customer")} className="grid gap-2 text-13">
        {payments.map(({ id, key, createdAt, cents, currency, givesBack, phase, invoice }) => (
          <li key={id} className="flex items-baseline justify-between gap-3">
            <span className="min-w-0">
              <Link href={key ? paths.transaction(key) : paths.attempt(id)}>
                {formatInstant(timeZone, createdAt, now)}
              </Link>
              {invoice && (
                <span className="text-muted wrap-anywhere">{t(", invoice {invoice}", { invoice })}</span>
              )}
            </span>
            <span className="shrink-0">
              {phase === "voided" && <span className="text-muted">{t("Voided")} </span>}
              {cents !== undefined && <Amount cents={givesBack ? -cents : cents} code={currency} soft />}
            </span>
          </li>
        ))}
      </ul>
      {total > payments.length && (
        <p className="mt-2 text-13 text-muted">
          {t("The latest {count} of {total}.", { count: payments.length, total })}
        </p>
      )}
    </PanelSection>
  );
}
