"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { cx } from "#components/ui/cx.ts";
import { Icon } from "#components/ui/icon/icon.tsx";
import { dialogOnDemand } from "#components/ui/on-demand.tsx";
import { formatCount } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { may } from "#lib/permissions.ts";
import { savedViewsQuery, viewCountsQuery } from "#lib/queries/search.ts";
import type { FoundCount } from "#lib/search/found.ts";
import { parse } from "#lib/search/parse.ts";
import { print, printForAddress } from "#lib/search/print.ts";
import { isEverything, type Query, withoutInvalid } from "#lib/search/query.ts";
import { type SavedView, standingViews } from "#lib/search/saved-view.ts";

const SaveViewDialog = dialogOnDemand(() =>
  import("./save-view-dialog.tsx").then((part) => part.SaveViewDialog),
);

/** Searches one comes back to: all, today, unknown outcomes, and those that were saved. `list` is shown instead of a search. */
export function ViewTabs({ query, list }: { query?: Query; list?: "log" | "exports" }) {
  const { role } = useMerchant();
  const { data: views = [] } = useQuery(savedViewsQuery());
  const { data: counts = {} } = useQuery(viewCountsQuery());
  const [saving, setSaving] = useState(false);
  const shown = query && print(query);
  const own = views.find((view) => view.isOwn && view.query === shown);
  return (
    <div className="flex items-center gap-3 border-b border-line print:hidden">
      <nav
        aria-label={t("Saved searches")}
        className="flex min-w-0 flex-1 gap-5 overflow-x-auto [scrollbar-width:none] max-[22rem]:flex-wrap max-[22rem]:gap-y-0"
      >
        {standingViews.map(({ name, query: of }) => (
          <Tab
            key={name}
            href={of ? searchPath(of) : paths.transactions()}
            isCurrent={shown === of}
            count={counts[of]}
          >
            {name}
          </Tab>
        ))}
        {views.map((view) => (
          <Tab
            key={view.id}
            href={searchPath(view.query)}
            isCurrent={shown === view.query}
            count={counts[view.query]}
          >
            {view.name}
            <Shared view={view} />
          </Tab>
        ))}
        {may(role, "viewCommandLog") && (
          <Tab href={paths.commandLog()} isCurrent={list === "log"}>
            {t("Command log")}
          </Tab>
        )}
        {may(role, "export") && (
          <Tab href={paths.exports()} isCurrent={list === "exports"}>
            {t("Exports")}
          </Tab>
        )}
      </nav>
      {query && !isEverything(withoutInvalid(query)) && (
        <Button size="s" variant="quiet" icon={own ? "edit" : "plus"} onClick={() => setSaving(true)}>
          {own ? t("Saved search") : t("Save search")}
        </Button>
      )}
      {saving && query && <SaveViewDialog query={query} saved={own} onClose={() => setSaving(false)} />}
    </div>
  );
}

const searchPath = (query: string) => paths.search(printForAddress(parse(query).query));

function Tab({
  href,
  isCurrent,
  count,
  children,
}: {
  href: string;
  isCurrent: boolean;
  count?: FoundCount | undefined;
  children: React.ReactNode;
}) {
  return (
    <Link
      href={href}
      aria-current={isCurrent ? "page" : undefined}
      className={cx(
        "inline-flex h-10 shrink-0 items-center gap-1.5 border-b-2 text-13 whitespace-nowrap no-underline focus-visible:-outline-offset-2 max-sm:h-11",
        isCurrent ? "border-accent font-semibold text-ink" : "border-transparent text-muted hover:text-ink",
      )}
    >
      {children}
      {count && (
        <span className="font-normal text-faint">
          {formatCount(count.count)}
          {count.isMore && "+"}
        </span>
      )}
    </Link>
  );
}

function Shared({ view: { role, isOwn, ownerName } }: { view: SavedView }) {
  if (!role) return null;
  const label = isOwn
    ? t("shared with {label}", { label: role.label })
    : t("shared by {ownerName}", { ownerName });
  return (
    <span title={label}>
      <Icon name="people" size={14} className="text-faint" />
      <span className="sr-only">({label})</span>
    </span>
  );
}
