import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

type Drafts<Draft> = Readonly<Partial<Record<string, Draft>>>;

/**
 * What was typed on a page and not saved, by name. Kept in the user's own query cache, so that going to another page and
 * back loses nothing, and no other user sees it. Loading the page again asks first.
 */
export function useKeptDrafts<Draft>(page: string) {
  const queries = useQueryClient();
  const queryKey = ["drafts", page] as const;
  // A state of its own: the cache reports a change a moment later, and until then React puts back what a field showed,
  // which moves the caret to the end and loses the next letter.
  const [drafts, show] = useState<Drafts<Draft>>(() => queries.getQueryData(queryKey) ?? {});
  const keep = (change: (now: Drafts<Draft>) => Drafts<Draft>) => {
    queries.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
    show(queries.setQueryData<Drafts<Draft>>(queryKey, (now = {}) => change(now)) ?? {});
  };
  const hasAny = Object.keys(drafts).length > 0;
  useEffect(() => {
    if (!hasAny) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [hasAny]);
  const put = (name: string, draft: Draft | undefined) =>
    keep(({ [name]: _, ...others }) => (draft ? { ...others, [name]: draft } : others));
  return { drafts, put, clear: () => keep(() => ({})) };
}
