"use client";

import { useState } from "react";
import { useReady } from "#components/ui/until-ready.tsx";
import { type PrintSettings, usualSettings } from "./copies.ts";
import type { PaperName } from "./papers.ts";
import {
  countPrint,
  keepPaper,
  keepSettings,
  type Prints,
  readPaper,
  readPrintSettings,
  readPrintsOf,
} from "./print-storage.ts";

/** The workstation's paper, its settings and its print count of this document (a transaction's key, or another name); stored in the browser, so the server knows none of them. */
export function usePrintMemory(document: string) {
  const inBrowser = useReady();
  const [chosen, setChosen] = useState<PaperName>();
  const [counted, setCounted] = useState<{ key: string; prints: Prints }>();
  const [settings, setSettings] = useState<PrintSettings>();
  const kept = inBrowser ? readPrintsOf(document) : undefined;
  return {
    paper: chosen ?? (inBrowser ? readPaper() : "80mm"),
    setPaper: (name: PaperName) => {
      keepPaper(name);
      setChosen(name);
    },
    settings: settings ?? (inBrowser ? recallKnown() : usualSettings),
    setSettings: (next: PrintSettings) => {
      keepSettings(next);
      setSettings(next);
    },
    prints: counted?.key === document ? counted.prints : kept,
    notePrint: () => setCounted({ key: document, prints: countPrint(document, Date.now()) }),
  };
}

/** Returns the same object while the stored text is unchanged. */
let known = { text: "", settings: usualSettings };
function recallKnown(): PrintSettings {
  const settings = readPrintSettings();
  const text = JSON.stringify(settings);
  if (text !== known.text) known = { text, settings };
  return known.settings;
}
