import { useReady } from "#components/ui/until-ready.tsx";
import { t } from "#lib/language/t.ts";
import type { ReceiptCopy } from "./copies.ts";
import { type Paper, type PaperName, papers, toPx } from "./papers.ts";
import { toReceiptDocument } from "./receipt-document.ts";

/** How wide the paper is shown, in px: a roll at its own size, a sheet made smaller. */
const sheetShownPx = 288;

/** A preview of the printed receipt, in a fully sandboxed frame. */
export function ReceiptPreview({
  html,
  paper,
  printedBefore,
  copy,
  contentPx,
  title = t("Receipt"),
}: {
  html: string;
  paper: PaperName;
  printedBefore: number;
  copy?: ReceiptCopy | undefined;
  /** The height of its content on this paper, once measured. */
  contentPx: number | undefined;
  title?: string;
}) {
  // The server's HTML can't give its styles the nonce of the page.
  const isReady = useReady();
  const { widthMm, heightMm, marginMm }: Paper = papers[paper];
  const width = toPx(widthMm);
  const height = heightMm ? toPx(heightMm) : (contentPx ?? 420);
  const scale = heightMm ? sheetShownPx / width : 1;
  const margin = toPx(marginMm);
  return (
    <div className="grid justify-center overflow-hidden bg-surround px-2 py-5 print:hidden">
      <div
        className="overflow-hidden bg-[#fff] ring-1 ring-[rgb(0_0_0/0.08)]"
        style={{ width: width * scale, height: height * scale }}
      >
        {isReady && (
          <iframe
            title={title}
            sandbox=""
            srcDoc={toReceiptDocument(html, { paper, printedBefore, ...(copy && { copy }) })}
            className="border-0"
            style={{
              width: width - 2 * margin,
              height: height - 2 * margin,
              margin,
              transform: `scale(${scale})`,
              transformOrigin: `${-margin}px ${-margin}px`,
            }}
          />
        )}
      </div>
    </div>
  );
}
