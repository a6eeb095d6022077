import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

type Drafts<Draft> = Readonly<Partial<Record<string, Draft>>>;

/**
 * What was typed on a page and not saved, by name. In the user's own query cache, so that going to another page and back loses nothing, and no
 * other user sees it. Loading the page again asks first.
 */
export function useKeptDrafts<Draft>(page: string) {
  const queries = useQueryClient();
  const queryKey = ["drafts", page] as const;
  const { data: drafts = {} } = useQuery<Drafts<Draft>>({
    queryKey,
    queryFn: () => ({}),
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const hasAny = Object.keys(drafts).length > 0;
  useEffect(() => {
    if (!hasAny) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [hasAny]);
  const put = (name: string, draft: Draft | undefined) =>
    queries.setQueryData<Drafts<Draft>>(queryKey, (now = {}) => {
      const { [name]: _, ...others } = now;
      return draft ? { ...others, [name]: draft } : others;
    });
  return { drafts, put, clear: () => queries.setQueryData<Drafts<Draft>>(queryKey, {}) };
}
