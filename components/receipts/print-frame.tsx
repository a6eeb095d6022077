"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { useReady } from "#components/ui/until-ready.tsx";
import { t } from "#lib/language/t.ts";
import { plainCopy, type ReceiptCopy } from "./copies.ts";
import { type Paper, type PaperName, papers, toMm, toPx } from "./papers.ts";
import { toReceiptDocument } from "./receipt-document.ts";

const onePlain: readonly ReceiptCopy[] = [plainCopy];

/**
 * The receipt to print, in a separate off-screen document. It may not run scripts; same-origin lets the page measure and
 * print it, and a roll's page gets the measured height. `copies` are printed one after the other.
 */
export function usePrintFrame({
  html: whole,
  paper,
  copies = onePlain,
}: {
  html: string | undefined;
  paper: PaperName;
  copies?: readonly ReceiptCopy[];
}) {
  // A frame in the server's HTML has loaded before anything can hear of it, without the nonce that its styles need.
  const html = useReady() ? whole : undefined;
  const frame = useRef<HTMLIFrameElement>(null);
  const [shown, setShown] = useState({ printedBefore: 0, place: 0 });
  const [height, setHeight] = useState<{ of: string; px: number }>();
  const waiting = useRef<() => void>(undefined);

  const { heightMm: sheetMm }: Paper = papers[paper];
  const isSheet = sheetMm !== undefined;
  const { printedBefore } = shown;
  const options = { paper, printedBefore, copy: copies[shown.place] ?? plainCopy };
  // A height belongs to one content on one paper.
  const content = html === undefined ? undefined : toReceiptDocument(html, options);
  const measured = height !== undefined && height.of === content ? height.px : undefined;
  const document =
    html === undefined
      ? undefined
      : toReceiptDocument(html, {
          ...options,
          contentHeightMm: measured === undefined ? undefined : toMm(measured) + 1,
        });
  const isReady = measured !== undefined;
  const latest = useRef({ ...shown, isReady });
  useEffect(() => {
    latest.current = { ...shown, isReady };
  });

  const onLoad = () => {
    const body = frame.current?.contentDocument?.body;
    if (!body || content === undefined) return;
    if (measured === undefined)
      setHeight({ of: content, px: Math.ceil(body.getBoundingClientRect().bottom) });
    // A sheet has a fixed height, so its document does not reload with the measured one.
    if (measured !== undefined || isSheet) waiting.current?.();
  };

  /** Prints every copy; `printedBefore` is 0 for the first print. Resolves when the browser's last print dialog is closed. */
  const print = useCallback(
    async (printedBefore: number) => {
      for (const place of copies.keys()) {
        const ready = new Promise<void>((resolve) => {
          waiting.current = resolve;
        });
        const now = latest.current;
        const isShown = now.isReady && now.printedBefore === printedBefore && now.place === place;
        setShown({ printedBefore, place });
        if (!isShown) await ready;
        waiting.current = undefined;
        printFrame(frame.current);
      }
    },
    [copies],
  );

  const element = document !== undefined && (
    <iframe
      ref={frame}
      title={t("Print document")}
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

/** Keys go to the page again afterwards, not to the hidden frame. */
function printFrame(frame: HTMLIFrameElement | null) {
  const before = document.activeElement;
  frame?.contentWindow?.focus();
  frame?.contentWindow?.print();
  if (document.activeElement === frame) frame?.blur();
  if (before instanceof HTMLElement && before !== document.body) before.focus({ preventScroll: true });
}
