import { LinkButton } from "#components/layout/navigation/link-button.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { type Coverage, isSoFar, knownByEvents } from "#lib/books/coverage.ts";
import { countOf } from "#lib/format/counts.ts";
import { paths } from "#lib/paths.ts";
import type { Loosening } from "#lib/search/found.ts";
import { parse } from "#lib/search/parse.ts";
import { isEverything, type Query } from "#lib/search/query.ts";

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
        title="No transactions yet"
        action={<LinkButton href={paths.charge()}>Take a payment</LinkButton>}
      >
        Payments appear here as soon as they are taken, here or elsewhere.
      </EmptyState>
    );
  const key = keyIn(query);
  return (
    <>
      <EmptyState
        icon="search"
        title="No transactions match"
        action={key && <LinkButton href={paths.transaction(key)}>Look up {key} at the gateway</LinkButton>}
      >
        {textOf(coverage)}
      </EmptyState>
      {loosenings.length > 0 && (
        <ul aria-label="Conditions to remove" className="mx-auto grid max-w-md gap-2 px-4 pb-8">
          {loosenings.map((one) => (
            <li key={one.without}>
              <Button
                block
                icon="close"
                className="justify-start!"
                onClick={() => onSearch(parse(one.query).query)}
              >
                <span className="min-w-0 flex-1 truncate text-left">
                  Remove <b>{one.without}</b>
                </span>
                <span className="text-muted">
                  {countOf(one.count, "result")}
                  {one.isMore && " or more"}
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
  if (!coverage.isOn) return `Earlier batches are not read. ${knownByEvents}`;
  if (isSoFar(coverage)) return "Not all of the past is read yet, so there may be some.";
  return `All batches are read. ${knownByEvents}`;
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
