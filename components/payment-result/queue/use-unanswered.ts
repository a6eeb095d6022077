import { useEffect, useSyncExternalStore } from "react";
import { listUnanswered, onUnansweredChange, type Resolved, resolvedAbout } from "./unanswered-list.ts";

/**
 * Whether something that this tab sent about a payment or an order has no answer, and what became of the last one that had none. What
 * an earlier page has left open is resolved.
 */
export function useUnanswered(about: string): { isOpen: boolean; resolved: Resolved | undefined } {
  useEffect(() => {
    if (listUnanswered().length > 0)
      void import("./unanswered.ts").then(
        ({ resolveAll }) => resolveAll(),
        () => undefined,
      );
  }, []);
  const isOpen = useSyncExternalStore(
    onUnansweredChange,
    () => listUnanswered().some((one) => one.about === about),
    () => false,
  );
  const resolved = useSyncExternalStore(
    onUnansweredChange,
    () => resolvedAbout(about),
    () => undefined,
  );
  return { isOpen, resolved };
}
