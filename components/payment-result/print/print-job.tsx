"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { copiesOf } from "#components/receipts/copies.ts";
import { usePrintFrame } from "#components/receipts/print-frame.tsx";
import { countPrint, recallPaper, recallPrints, recallSettings } from "#components/receipts/print-memory.ts";
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
  const settings = recallSettings();
  const receipt = useReceipt(transactionKey, "result", settings.template);
  const html = receipt.kind === "ready" ? withLines(receipt.html, lines) : undefined;
  const failure = receipt.kind === "none" ? receipt.message : undefined;
  const { element, print } = usePrintFrame({ html, paper: recallPaper(), copies: copiesOf(settings) });
  const started = useRef(false);

  const start = useEffectEvent(async () => {
    if (started.current) return;
    started.current = true;
    await print(recallPrints(transactionKey)?.count ?? 0);
    onPrinted(countPrint(transactionKey, Date.now()).count);
  });
  const fail = useEffectEvent(onFailed);
  useEffect(() => {
    if (html !== undefined) void start();
    else if (failure !== undefined) fail(failure);
  }, [html, failure]);
  return element;
}
