"use client";

import { useEffect, useState } from "react";

/** Epoch ms, updated every `everyMs`. Undefined until the page runs, so that server and browser render the same. */
export function useNow(everyMs = 1000): number | undefined {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
