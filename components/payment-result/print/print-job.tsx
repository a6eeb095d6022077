"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { copiesOf } from "#components/receipts/copies.ts";
import { usePrintFrame } from "#components/receipts/print-frame.tsx";
import {
  countPrint,
  readPaper,
  readPrintSettings,
  readPrintsOf,
} from "#components/receipts/print-storage.ts";
import { type ReceiptLines, withLines } from "#components/receipts/receipt-lines.ts";
import { useReceipt } from "#components/receipts/use-receipt.ts";

/** Reads a receipt and prints it once on the station's paper. For another print mount another one. */
export function PrintJob({
  transactionKey,
  lines,
  onPrinted,
  onFailed,
}: {
  transactionKey: string;
  /** Of the console's own, under the gateway's. */
  lines: ReceiptLines;
  /** How often it has been printed on this station by now. */
  onPrinted: (count: number) => void;
  onFailed: (message: string) => void;
}) {
  const settings = readPrintSettings();
  // The payment may have been changed since the last print.
  const [startedAt] = useState(() => String(Date.now()));
  const receipt = useReceipt(transactionKey, startedAt, settings.template);
  const html = receipt.kind === "ready" ? withLines(receipt.html, lines) : undefined;
  const failure = receipt.kind === "none" ? receipt.message : undefined;
  const { element, print } = usePrintFrame({ html, paper: readPaper(), copies: copiesOf(settings) });
  const started = useRef(false);

  const start = useEffectEvent(async () => {
    if (started.current) return;
    started.current = true;
    await print(readPrintsOf(transactionKey)?.count ?? 0);
    onPrinted(countPrint(transactionKey, Date.now()).count);
  });
  const fail = useEffectEvent(onFailed);
  useEffect(() => {
    if (html !== undefined) void start();
    else if (failure !== undefined) fail(failure);
  }, [html, failure]);
  return element;
}
