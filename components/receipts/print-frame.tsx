"use client";

import { useCallback, useRef, useState } from "react";
import { type Paper, type PaperName, papers, toMm, toPx } from "./papers.ts";
import { toReceiptDocument } from "./receipt-document.ts";

/**
 * The receipt to print, in a separate off-screen document. It may not run scripts; same-origin lets the page measure and
 * print it, and a roll's page gets the measured height.
 */
export function usePrintFrame({ html, paper }: { html: string | undefined; paper: PaperName }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [copy, setCopy] = useState(0);
  const [height, setHeight] = useState<{ of: string; px: number }>();
  const waiting = useRef<() => void>(undefined);

  const { heightMm: sheetMm }: Paper = papers[paper];
  const isSheet = sheetMm !== undefined;
  // A height belongs to one content on one paper.
  const content = html === undefined ? undefined : toReceiptDocument(html, { paper, copy });
  const measured = height !== undefined && height.of === content ? height.px : undefined;
  const document =
    html === undefined
      ? undefined
      : toReceiptDocument(html, {
          paper,
          copy,
          contentHeightMm: measured === undefined ? undefined : toMm(measured) + 1,
        });

  const onLoad = () => {
    const body = frame.current?.contentDocument?.body;
    if (!body || content === undefined) return;
    if (measured === undefined)
      setHeight({ of: content, px: Math.ceil(body.getBoundingClientRect().bottom) });
    // A sheet has a fixed height, so its document does not reload with the measured one.
    if (measured !== undefined || isSheet) waiting.current?.();
  };

  /** Prints it with the copy number, 0 for the first print. Resolves when the browser's print dialog is closed. */
  const print = useCallback(
    async (number: number) => {
      const ready = new Promise<void>((resolve) => {
        waiting.current = resolve;
      });
      setCopy(number);
      // The document is ready unless its copy number or height is still missing.
      if (number !== copy || measured === undefined) await ready;
      waiting.current = undefined;
      frame.current?.contentWindow?.focus();
      frame.current?.contentWindow?.print();
    },
    [copy, measured],
  );

  const element = document !== undefined && (
    <iframe
      ref={frame}
      title="Print document"
      aria-hidden="true"
      tabIndex={-1}
      sandbox="allow-same-origin allow-modals"
      srcDoc={document}
      onLoad={onLoad}
      width={toPx(papers[paper].widthMm)}
      height={10}
      className="pointer-events-none fixed top-0 -left-[10000px] border-0"
    />
  );
  return { element, print, contentPx: measured };
}
