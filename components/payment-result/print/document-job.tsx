"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { plainCopy, type ReceiptCopy } from "#components/receipts/copies.ts";
import type { PaperName } from "#components/receipts/papers.ts";
import { usePrintFrame } from "#components/receipts/print-frame.tsx";
import { countPrint, readPrintsOf } from "#components/receipts/print-storage.ts";

/** Prints a document of the console once. For another print mount another one. */
export function DocumentJob({
  item,
  html,
  paper,
  copies = onePlain,
  onPrinted,
}: {
  /** Under which its prints are counted on this workstation. */
  item: string;
  html: string;
  paper: PaperName;
  copies?: readonly ReceiptCopy[];
  /** How often it has been printed on this workstation by now. */
  onPrinted: (count: number) => void;
}) {
  const { element, print } = usePrintFrame({ html, paper, copies });
  const started = useRef(false);
  const start = useEffectEvent(async () => {
    if (started.current) return;
    started.current = true;
    await print(readPrintsOf(item)?.count ?? 0);
    onPrinted(countPrint(item, Date.now()).count);
  });
  useEffect(() => void start(), []);
  return element;
}

const onePlain: readonly ReceiptCopy[] = [plainCopy];
