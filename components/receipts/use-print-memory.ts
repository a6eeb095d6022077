"use client";

import { useState, useSyncExternalStore } from "react";
import type { PaperName } from "./papers.ts";
import { countPrint, keepPaper, type Prints, recallPaper, recallPrints } from "./print-memory.ts";

/** The workstation's paper and its print count of this document (a transaction's key, or another name); stored in the browser, so the server knows neither. */
export function usePrintMemory(document: string) {
  const inBrowser = useSyncExternalStore(neverChanges, yes, no);
  const [chosen, setChosen] = useState<PaperName>();
  const [counted, setCounted] = useState<{ key: string; prints: Prints }>();
  const kept = inBrowser ? recallPrints(document) : undefined;
  return {
    paper: chosen ?? (inBrowser ? recallPaper() : "80mm"),
    setPaper: (name: PaperName) => {
      keepPaper(name);
      setChosen(name);
    },
    prints: counted?.key === document ? counted.prints : kept,
    notePrint: () => setCounted({ key: document, prints: countPrint(document, Date.now()) }),
  };
}

const neverChanges = () => () => {};
const yes = () => true;
const no = () => false;
