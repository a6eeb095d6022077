"use client";

import { useQuery } from "@tanstack/react-query";
import { Split } from "#components/layout/page/page-content.tsx";
import { ZoneNote } from "#components/layout/zone-note.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { cx } from "#components/ui/cx.ts";
import { FootNote } from "#components/ui/panel/foot-note.tsx";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { StaleNote } from "#components/ui/status/stale-note.tsx";
import { UnreadState } from "#components/ui/status/unread-state.tsx";
import { Pager } from "#components/ui/table/pager.tsx";
import type { SavedCardPage } from "#lib/cards/saved-card.ts";
import { formatCount } from "#lib/format/counts.ts";
import { cardsQuery } from "#lib/queries/cards.ts";
import { CardSearch, useCardSearch } from "./card-search.tsx";
import { CardTable } from "./card-table.tsx";
import { LookUpPanel } from "./look-up-panel.tsx";
import { SavePanel } from "./save/save-panel.tsx";

/** The saved cards this console knows. `now` is epoch ms, `currentMonth` "2026-11" in the merchant's zone. */
export function CardsView({ now, currentMonth }: { now: number; currentMonth: string }) {
  const search = useCardSearch();
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(
    cardsQuery(search.text, search.offset),
  );
  return (
    <>
      <Split
        rail={
          <aside aria-label="Look up and save" className="grid gap-4 sm:gap-6">
            <LookUpPanel />
            <SavePanel />
          </aside>
        }
      >
        <div className="grid gap-4 sm:gap-6">
          <CardSearch search={search} />
          <Panel aria-label="Saved cards">
            <PanelHead title="Saved cards" {...(data && { sub: formatCount(data.total) })} />
            {error && data && <StaleNote message={error.message} />}
            {!data && !error && (
              <div className="px-4 py-10 text-center">
                <Spinner>Reading the saved cards</Spinner>
              </div>
            )}
            {!data && error && (
              <UnreadState
                title="The saved cards could not be read"
                message={error.message}
                busy={isFetching}
                onRetry={() => void refetch()}
              />
            )}
            {data && data.cards.length === 0 && <NoCards text={search.text} onClear={search.clear} />}
            {data && data.cards.length > 0 && (
              <div className={cx(isPlaceholderData && "opacity-60")}>
                <CardTable cards={data.cards} now={now} currentMonth={currentMonth} />
                <CardPager page={data} onOffset={search.setOffset} />
              </div>
            )}
          </Panel>
        </div>
      </Split>
      <FootNote>
        <span>Card numbers are never kept here: a token stands for the card at the gateway.</span>
        <ZoneNote />
      </FootNote>
    </>
  );
}

function CardPager({
  page: { cards, total, offset },
  onOffset,
}: {
  page: SavedCardPage;
  onOffset: (offset: number) => void;
}) {
  const last = offset + cards.length;
  return (
    <Pager
      onNewer={offset > 0 ? () => onOffset(Math.max(0, offset - cards.length)) : undefined}
      onOlder={last < total ? () => onOffset(last) : undefined}
    >
      {formatCount(offset + 1)} to {formatCount(last)} of {formatCount(total)}
    </Pager>
  );
}

function NoCards({ text, onClear }: { text: string; onClear: () => void }) {
  if (text)
    return (
      <EmptyState
        icon="search"
        title="No such card on this list"
        action={<Button onClick={onClear}>Show all cards</Button>}
      >
        Search by brand, last four digits, name on the card or token. A card saved in another system can be
        looked up by its token.
      </EmptyState>
    );
  return (
    <EmptyState icon="token" title="No saved cards yet">
      A card is listed once it is saved with a payment, saved here, or looked up by its token.
    </EmptyState>
  );
}
