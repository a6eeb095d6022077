import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { paths } from "#lib/paths.ts";

/**
 * Holds the attemptId of a payment that is under way. When the page is left with it, be it by loading it again before the
 * payment is in its address, the next charge page of this tab leads to that payment instead of an empty form.
 */
export function useLeftBehind() {
  const router = useRouter();
  const underWay = useRef<string>(undefined);
  useEffect(() => {
    const attemptId = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    if (attemptId) router.replace(paths.attempt(attemptId));
    const onLeave = () => {
      if (underWay.current) sessionStorage.setItem(KEY, underWay.current);
    };
    window.addEventListener("pagehide", onLeave);
    return () => window.removeEventListener("pagehide", onLeave);
  }, [router]);
  return underWay;
}

const KEY = "payment-under-way";
