import { paths } from "#lib/paths.ts";
import type { FoundTransaction } from "#lib/search/found.ts";

/** The page of a found transaction. An attempt without one has a page of its own. */
export const pathOf = ({ key, attemptId, id }: FoundTransaction): string =>
  key ? paths.transaction(key) : paths.attempt(attemptId ?? id);
