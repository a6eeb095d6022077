"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { TwoColumns } from "#components/layout/page/page-content.tsx";
import { ZoneNote } from "#components/layout/zone-note.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { cx } from "#components/ui/cx.ts";
import { Segmented } from "#components/ui/form/segmented.tsx";
import { onDemand, usePreload } from "#components/ui/on-demand.tsx";
import { FootNote } from "#components/ui/panel/foot-note.tsx";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { StaleNote } from "#components/ui/status/stale-note.tsx";
import { UnreadState } from "#components/ui/status/unread-state.tsx";
import { OffsetPager } from "#components/ui/table/offset-pager.tsx";
import type { SavedCard } from "#lib/cards/saved-card.ts";
import { formatCount } from "#lib/format/counts.ts";
import { t, translated } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { cardsQuery } from "#lib/queries/cards.ts";
import { CardSearch, useCardSearch } from "./card-search.tsx";
import { CardTable } from "./card-table.tsx";
import { LookUpPanel } from "./look-up-panel.tsx";
import { SavePanel } from "./save/save-panel.tsx";

const Loading = () => <Spinner>{t("Loading the customers")}</Spinner>;
const CustomersView = onDemand<PageTime>(
  () => import("./customers/customers-view.tsx").then((module) => module.CustomersView),
  <Loading />,
);

const tabs = translated(["label"], [
  { value: "cards", label: "Cards" },
  { value: "customers", label: "Customers" },
] as const);
type Tab = (typeof tabs)[number]["value"];

/** `now` is epoch ms, `currentMonth` "2026-11" in the merchant's zone. */
type PageTime = { now: number; currentMonth: string };

/** The saved cards and the customers this console knows. The address keeps which of them is shown. */
export function CardsView({ first, ...time }: PageTime & { first: Tab }) {
  const [tab, setTab] = useState<Tab>(first);
  usePreload(CustomersView);
  function show(next: Tab) {
    setTab(next);
    window.history.replaceState(null, "", next === "cards" ? paths.cards() : paths.customers());
  }
  return (
    <>
      <div className="flex">
        <Segmented label={t("What is listed")} options={tabs} value={tab} onChange={show} />
      </div>
      {tab === "cards" ? <SavedCards {...time} /> : <CustomersView {...time} />}
      <FootNote>
        <span>{t("Card numbers are never stored here: a token represents the card at the gateway.")}</span>
        <ZoneNote />
      </FootNote>
    </>
  );
}

function SavedCards({ now, currentMonth }: PageTime) {
  const search = useCardSearch();
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(
    cardsQuery(search.text, search.offset),
  );
  const { list, noteForgotten } = useFocusAfterForgetting(data?.cards);
  return (
    <TwoColumns
      rail={
        <aside aria-label={t("Look up and save")} className="grid gap-4 sm:gap-6">
          <LookUpPanel />
          <SavePanel />
        </aside>
      }
    >
      <div className="grid gap-4 sm:gap-6">
        <CardSearch search={search} />
        <Panel aria-label={t("Saved cards")} id={list}>
          <PanelHead title={t("Saved cards")} {...(data && { sub: formatCount(data.total) })} />
          {error && data && <StaleNote message={error.message} />}
          {!data && !error && (
            <div className="px-4 py-10 text-center">
              <Spinner>{t("Reading the saved cards")}</Spinner>
            </div>
          )}
          {!data && error && (
            <UnreadState
              title={t("The saved cards could not be read")}
              message={error.message}
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          )}
          {data && data.cards.length === 0 && <NoCards text={search.text} onClear={search.clear} />}
          {data && data.cards.length > 0 && (
            <div className={cx(isPlaceholderData && "opacity-60")}>
              <CardTable
                cards={data.cards}
                now={now}
                currentMonth={currentMonth}
                onForgotten={noteForgotten}
              />
              <OffsetPager {...data} rows={data.cards.length} onOffset={search.setOffset} />
            </div>
          )}
        </Panel>
      </div>
    </TwoColumns>
  );
}

/**
 * The button that forgot a card goes with its row: the focus goes to that of the card now in its place or before it, else to
 * the heading of the list, whose id is `list`.
 */
function useFocusAfterForgetting(cards: readonly SavedCard[] | undefined) {
  const list = useId();
  const [forgotten, setForgotten] = useState<{ token: string; place: number }>();
  useEffect(() => {
    if (!forgotten || !cards || cards.some(({ token }) => token === forgotten.token)) return;
    setForgotten(undefined);
    // A user who went on meanwhile keeps their focus.
    if (document.activeElement && document.activeElement !== document.body) return;
    const panel = document.getElementById(list);
    const buttons = [...(panel?.querySelectorAll<HTMLElement>("button[data-forget]") ?? [])];
    const next = buttons[Math.min(forgotten.place, buttons.length - 1)];
    const heading = panel?.querySelector("h2");
    heading?.setAttribute("tabindex", "-1");
    (next ?? heading)?.focus();
  }, [cards, forgotten, list]);
  const noteForgotten = ({ token }: SavedCard) =>
    setForgotten({ token, place: cards?.findIndex((card) => card.token === token) ?? 0 });
  return { list, noteForgotten };
}

function NoCards({ text, onClear }: { text: string; onClear: () => void }) {
  if (text)
    return (
      <EmptyState
        icon="search"
        title={t("No such card on this list")}
        action={<Button onClick={onClear}>{t("Show all cards")}</Button>}
      >
        {t(
          "Search by brand, last four digits, name on the card or token. A card saved in another system can be looked up by its token.",
        )}
      </EmptyState>
    );
  return (
    <EmptyState icon="token" title={t("No saved cards yet")}>
      {t("A card is listed once it is saved with a payment, saved here, or looked up by its token.")}
    </EmptyState>
  );
}
