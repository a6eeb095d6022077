"use client";

import { useEffect, useState } from "react";

/** The time, moving on. Begins with the server's, so that the first paint in the browser is the same. Epoch ms. */
export function useNow(first: number, everyMs = 1000): number {
  const [now, setNow] = useState(first);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
