"use client";

import { useQuery } from "@tanstack/react-query";
import { CoverageLine } from "#components/layout/coverage-line.tsx";
import { ZoneNote } from "#components/layout/zone-note.tsx";
import { FootNote } from "#components/ui/panel/foot-note.tsx";
import { knownByEvents } from "#lib/books/coverage.ts";
import { t } from "#lib/language/t.ts";
import { searchFiguresQuery, searchQuery } from "#lib/queries/search.ts";
import { SearchBox } from "./box/search-box.tsx";
import { ResultPanel } from "./result/result-panel.tsx";
import { useSearchAddress } from "./use-search-address.ts";
import { ViewTabs } from "./views/view-tabs.tsx";

/** Every transaction the console knows, found by one box. The search, its page and its filters are in the address. */
export function SearchView({ now }: { now: number }) {
  const address = useSearchAddress();
  const answer = useQuery(searchQuery(address.page));
  const figures = useQuery(searchFiguresQuery(address.q));
  const explanation = answer.data?.explanation;
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <ViewTabs query={address.query} />
        <SearchBox query={address.query} onSearch={address.search} />
        <div aria-live="polite" className="flex flex-wrap gap-x-4 gap-y-1 text-13 text-muted print:text-ink">
          {answer.data && (
            <CoverageLine coverage={answer.data.coverage} now={Math.max(now, answer.data.readAt)} />
          )}
          {answer.data && <span>{explanation}</span>}
        </div>
      </div>
      <ResultPanel
        address={address}
        answer={answer}
        figures={figures.data}
        areOld={figures.isPlaceholderData}
        now={now}
      />
      <FootNote>
        <span>{t("Sums cover the whole search: sales less refunds, voids not added")}</span>
        <span>{t(knownByEvents)}</span>
        <ZoneNote />
      </FootNote>
    </>
  );
}
