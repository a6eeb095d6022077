import { useEffect } from "react";
import { unansweredItem } from "#lib/session/unanswered-item.ts";

function hasUnanswered(): boolean {
  try {
    return sessionStorage.getItem(unansweredItem) !== null;
  } catch {
    return false; // in a browser that keeps nothing
  }
}

/** For a page of payments: what an earlier page of this tab left without an answer is settled. */
export function useSettleUnanswered(): void {
  useEffect(() => {
    if (hasUnanswered())
      void import("./unanswered.ts").then(
        ({ settleAll }) => settleAll(),
        () => undefined,
      );
  }, []);
}
