"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { TwoColumns } from "#components/layout/page/page-content.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { cx } from "#components/ui/cx.ts";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { StaleNote } from "#components/ui/status/stale-note.tsx";
import { UnreadState } from "#components/ui/status/unread-state.tsx";
import { OffsetPager } from "#components/ui/table/offset-pager.tsx";
import { formatCount } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { customersQuery } from "#lib/queries/cards.ts";
import { CardSearch, useCardSearch } from "../card-search.tsx";
import { CustomerPanel } from "./customer-panel.tsx";
import { CustomerTable } from "./customer-table.tsx";

/** The customers that payments named, and of one the saved cards and payments. `now` is epoch ms. */
export function CustomersView({ now, currentMonth }: { now: number; currentMonth: string }) {
  const search = useCardSearch();
  const [chosen, setChosen] = useState<string>();
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(
    customersQuery(search.text, search.offset),
  );
  // Somebody is shown at once; a search shows whom it finds.
  const shown = data?.customers.find(({ id }) => id === chosen)?.id ?? data?.customers[0]?.id;
  return (
    <TwoColumns
      rail={shown && <CustomerPanel key={shown} id={shown} now={now} currentMonth={currentMonth} />}
    >
      <div className="grid gap-4 sm:gap-6">
        <CardSearch
          search={search}
          label={t("Find a customer")}
          placeholder={t("Name, email, customer key or last four")}
        />
        <Panel aria-label={t("Customers")}>
          <PanelHead title={t("Customers")} {...(data && { sub: formatCount(data.total) })} />
          {error && data && <StaleNote message={error.message} />}
          {!data && !error && (
            <div className="px-4 py-10 text-center">
              <Spinner>{t("Reading the customers")}</Spinner>
            </div>
          )}
          {!data && error && (
            <UnreadState
              title={t("The customers could not be read")}
              message={error.message}
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          )}
          {data && data.customers.length === 0 && <NoCustomers text={search.text} onClear={search.clear} />}
          {data && data.customers.length > 0 && (
            <div className={cx(isPlaceholderData && "opacity-60")}>
              <CustomerTable customers={data.customers} chosen={shown} onChoose={setChosen} now={now} />
              <OffsetPager {...data} rows={data.customers.length} onOffset={search.setOffset} />
            </div>
          )}
        </Panel>
      </div>
    </TwoColumns>
  );
}

function NoCustomers({ text, onClear }: { text: string; onClear: () => void }) {
  if (text)
    return (
      <EmptyState
        icon="search"
        title={t("No such customer")}
        action={<Button onClick={onClear}>{t("Show all customers")}</Button>}
      >
        {t("Search by name, email address, customer key or the last four digits of a saved card.")}
      </EmptyState>
    );
  return (
    <EmptyState icon="user" title={t("No customers yet")}>
      {t("A customer is listed once a payment names one: by a key, an email address or a name.")}
    </EmptyState>
  );
}
