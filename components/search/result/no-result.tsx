import { LinkButton } from "#components/layout/navigation/link-button.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { type Coverage, isSoFar, knownByEvents } from "#lib/books/coverage.ts";
import { countOf } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import type { Loosening } from "#lib/search/found.ts";
import { parse } from "#lib/search/parse.ts";
import { isEverything, isUnreadable, type Query } from "#lib/search/query.ts";

/** Nothing matches: whether that is final, and what to leave out. A single word may be a key that only the gateway knows. */
export function NoResult({
  query,
  coverage,
  loosenings,
  onSearch,
}: {
  query: Query;
  coverage: Coverage;
  loosenings: readonly Loosening[];
  onSearch: (query: Query) => void;
}) {
  if (isEverything(query))
    return (
      <EmptyState
        icon="list"
        title={t("No transactions yet")}
        action={<LinkButton href={paths.charge()}>{t("Take a payment")}</LinkButton>}
      >
        {t("Payments appear here as soon as they are taken, here or elsewhere.")}
      </EmptyState>
    );
  if (isUnreadable(query))
    return (
      <EmptyState icon="search" title={t("Nothing is searched for")}>
        {t("Correct what is marked in the box.")}
      </EmptyState>
    );
  const key = keyIn(query);
  return (
    <>
      <EmptyState
        icon="search"
        title={t("No transactions match")}
        action={
          key && (
            <LinkButton href={paths.transaction(key)}>
              {t("Look up {key} at the gateway", { key })}
            </LinkButton>
          )
        }
      >
        {textOf(coverage)}
      </EmptyState>
      {loosenings.length > 0 && (
        <ul aria-label={t("Conditions to remove")} className="mx-auto grid max-w-md gap-2 px-4 pb-8">
          {loosenings.map((one) => (
            <li key={one.without}>
              <Button
                block
                icon="close"
                className="justify-start!"
                onClick={() => onSearch(parse(one.query).query)}
              >
                <span className="min-w-0 flex-1 truncate text-left">
                  {tx("Remove {condition}", { condition: <b>{one.without}</b> })}
                </span>
                <span className="text-muted">
                  {one.isMore
                    ? t("{results} or more", { results: countOf(one.count, "result") })
                    : countOf(one.count, "result")}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function textOf(coverage: Coverage): string {
  if (!coverage.isOn) return t("Earlier batches are not read. {note}", { note: t(knownByEvents) });
  if (isSoFar(coverage)) return t("Not all history has been read yet, so there may be some.");
  return t("All batches are read. {note}", { note: t(knownByEvents) });
}

/** The gateway knows transactions by their keys and reference numbers. */
function keyIn(query: Query): string | undefined {
  const text =
    query.kind === "text"
      ? query.text
      : query.kind === "term" && (query.field === "key" || query.field === "ref")
        ? query.values.map((value) => (value.is === "text" ? value.text : "")).join("")
        : "";
  return /^[\w-]{4,64}$/.test(text) ? text : undefined;
}
