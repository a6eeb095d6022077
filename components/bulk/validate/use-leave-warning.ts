"use client";

import { useEffect } from "react";

/** Asks before the page is left, by its address or by a link, while leaving would lose what was done. */
export function useLeaveWarning(isOn: boolean, question: string) {
  useEffect(() => {
    if (!isOn) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]:not([download])") : null;
      if (!link || event.ctrlKey || event.metaKey || link.getAttribute("target") === "_blank") return;
      if (window.confirm(question)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener("beforeunload", onUnload);
    // Before the router hears of the click.
    document.addEventListener("click", onClick, { capture: true });
    return () => {
      window.removeEventListener("beforeunload", onUnload);
      document.removeEventListener("click", onClick, { capture: true });
    };
  }, [isOn, question]);
}
