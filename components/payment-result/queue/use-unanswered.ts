import { useEffect, useSyncExternalStore } from "react";
import { listUnanswered, onUnansweredChange } from "./unanswered-list.ts";

/** Whether something that this tab sent about a payment or an order has no answer. What an earlier page has left open is settled. */
export function useUnanswered(about: string): boolean {
  useEffect(() => {
    if (listUnanswered().length > 0)
      void import("./unanswered.ts").then(
        ({ settleAll }) => settleAll(),
        () => undefined,
      );
  }, []);
  return useSyncExternalStore(
    onUnansweredChange,
    () => listUnanswered().some((one) => one.about === about),
    () => false,
  );
}
