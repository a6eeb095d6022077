"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { cx } from "#components/ui/cx.ts";
import { Icon } from "#components/ui/icon/icon.tsx";
import { dialogOnDemand } from "#components/ui/on-demand.tsx";
import { paths } from "#lib/paths.ts";
import { may } from "#lib/permissions.ts";
import { savedViewsQuery } from "#lib/queries/search.ts";
import { parse } from "#lib/search/parse.ts";
import { print, printForAddress } from "#lib/search/print.ts";
import { isEverything, type Query } from "#lib/search/query.ts";
import { roleLabels, type SavedView } from "#lib/search/saved-view.ts";

const SaveViewDialog = dialogOnDemand(() =>
  import("./save-view-dialog.tsx").then((part) => part.SaveViewDialog),
);

/** Searches one comes back to: all, today, unknown outcomes, and those that were saved. `list` is shown instead of a search. */
export function ViewTabs({ query, list }: { query?: Query; list?: "log" | "exports" }) {
  const { role } = useMerchant();
  const { data: views = [] } = useQuery(savedViewsQuery());
  const [saving, setSaving] = useState(false);
  const shown = query && print(query);
  const own = views.find((view) => view.isOwn && view.query === shown);
  return (
    <div className="flex items-center gap-3 border-b border-line print:hidden">
      <nav
        aria-label="Saved searches"
        className="flex min-w-0 flex-1 gap-5 overflow-x-auto [scrollbar-width:none]"
      >
        {standing.map(({ label, query: of }) => (
          <Tab key={label} href={of ? searchPath(of) : paths.transactions()} isCurrent={shown === of}>
            {label}
          </Tab>
        ))}
        {views.map((view) => (
          <Tab key={view.id} href={searchPath(view.query)} isCurrent={shown === view.query}>
            {view.name}
            <Shared view={view} />
          </Tab>
        ))}
        {may(role, "viewCommandLog") && (
          <Tab href={paths.commandLog()} isCurrent={list === "log"}>
            Command log
          </Tab>
        )}
        {may(role, "export") && (
          <Tab href={paths.exports()} isCurrent={list === "exports"}>
            Exports
          </Tab>
        )}
      </nav>
      {query && !isEverything(query) && (
        <Button size="s" variant="quiet" icon={own ? "edit" : "plus"} onClick={() => setSaving(true)}>
          {own ? "Saved search" : "Save search"}
        </Button>
      )}
      {saving && query && <SaveViewDialog query={query} saved={own} onClose={() => setSaving(false)} />}
    </div>
  );
}

const standing = [
  { label: "All", query: "" },
  { label: "Today", query: "today" },
  { label: "Unknown", query: "outcome:unknown" },
] as const;

const searchPath = (query: string) => paths.search(printForAddress(parse(query).query));

function Tab({ href, isCurrent, children }: { href: string; isCurrent: boolean; children: React.ReactNode }) {
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
    </Link>
  );
}

function Shared({ view: { role, isOwn, ownerName } }: { view: SavedView }) {
  if (!role) return null;
  const label = isOwn ? `shared with ${roleLabels[role].toLowerCase()}` : `shared by ${ownerName}`;
  return (
    <span title={label}>
      <Icon name="people" size={14} className="text-faint" />
      <span className="sr-only">({label})</span>
    </span>
  );
}
