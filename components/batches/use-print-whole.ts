"use client";

import { useEffect, useState } from "react";

/** Prints once the page is whole: what is missing is asked for first. */
export function usePrintWhole(
  whole: boolean,
  makeWhole: () => void,
): { print: () => void; waiting: boolean } {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (!wanted || !whole) return;
    setWanted(false);
    window.print();
  }, [wanted, whole]);
  return {
    waiting: wanted,
    print: () => {
      if (!whole) makeWhole();
      setWanted(true);
    },
  };
}
