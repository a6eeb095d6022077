"use client";

import { useEffect, useState } from "react";

/** Prints once all rows are on the page: what is missing is read first. When it cannot be read, nothing is printed. */
export function usePrintWhole(
  whole: boolean,
  makeWhole: () => Promise<boolean>,
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
      setWanted(true);
      if (!whole) void makeWhole().then((made) => made || setWanted(false));
    },
  };
}
