import type { Query, QueryClient } from "@tanstack/react-query";
import { entriesOf } from "#lib/keys-of.ts";
import { type AffectedQueries, affectedQueries } from "#lib/live/affected-queries.ts";
import type { Changes } from "#lib/live/topics.ts";

type Refresh = {
  /** Reads again what these changes made out of date. */
  apply(changes: Changes): void;
  /** Reads everything again that could have changed. */
  applyAll(): void;
  stop(): void;
};

/**
 * Reads queries again as changes come: the first at once, then no more often than each allows. In a hidden tab they are only marked, and
 * read when it is looked at.
 */
export function createRefresh(client: QueryClient, userId: string): Refresh {
  const rows = new Map<AffectedQueries, ReturnType<typeof createRow>>();
  const rowOf = (affected: AffectedQueries) => {
    const known = rows.get(affected) ?? createRow(client, userId, affected);
    rows.set(affected, known);
    return known;
  };
  const apply = (changes: Changes) => {
    for (const [topic, ids] of entriesOf(changes))
      for (const affected of affectedQueries[topic] ?? []) rowOf(affected).add(ids);
  };
  return {
    apply,
    applyAll: () => {
      for (const topic of Object.keys(affectedQueries)) apply({ [topic]: [] });
    },
    stop: () => {
      for (const row of rows.values()) row.stop();
    },
  };
}

function createRow(client: QueryClient, userId: string, { queryKey, apartMs, concerns }: AffectedQueries) {
  let ids: Set<string> | "any" | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = () => {
    const changed = ids;
    [ids, timer, readAt] = [undefined, undefined, performance.now()];
    const refetchType = document.visibilityState === "visible" ? "active" : "none";
    const affected = {
      queryKey,
      predicate: ({ queryKey: key }: Query) =>
        !concerns || !(changed instanceof Set) || concerns(key, [...changed], userId),
    };
    // A first read that is under way is not begun again, and may have read what was there before the change.
    for (const query of client.getQueryCache().findAll({ ...affected, fetchStatus: "fetching" }))
      if (query.state.data === undefined)
        void query.promise
          ?.catch(() => {})
          .then(() => client.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType }));
    void client.invalidateQueries({ ...affected, refetchType });
  };
  return {
    add: (more: readonly string[]) => {
      if (more.length === 0 || ids === "any") ids = "any";
      else ids = new Set([...(ids ?? []), ...more]);
      const dueInMs = readAt + apartMs - performance.now();
      if (timer === undefined && dueInMs <= 0) read();
      else timer ??= setTimeout(read, dueInMs);
    },
    stop: () => clearTimeout(timer),
  };
}
