import { t } from "#lib/language/t.ts";
import { plainCopy, type ReceiptCopy } from "./copies.ts";
import { type PaperName, pageRule, papers, toPx } from "./papers.ts";
import { withStyleNonce } from "./style-nonce.ts";

/**
 * A receipt as a separate document. `html` has been sanitized and has a head and a body. The document's policy blocks
 * loading and scripts: images are data URLs, styles are inline.
 */
export function toReceiptDocument(
  html: string,
  {
    paper,
    printedBefore = 0,
    copy = plainCopy,
    contentHeightMm,
  }: {
    paper: PaperName;
    /** How often it was printed here: the second print is marked COPY 2. */
    printedBefore?: number;
    copy?: ReceiptCopy;
    /** Of rolls, once it is known. */
    contentHeightMm?: number | undefined;
  },
): string {
  const head = `${policy}<meta charset="utf-8"><style>${baseStyle(paper)}</style>`;
  const tail = `<style>${pageRule(paper, contentHeightMm)}</style>`;
  const marks = [copy.title, printedBefore > 0 && t("COPY {number}", { number: printedBefore + 1 })]
    .filter(Boolean)
    .join(" · ");
  const mark = marks && `<p class="receipt-copy">${marks}</p>`;
  const blanks = copy.blanks.map((label) => `<p class="receipt-blank"><span>${label}</span></p>`).join("");
  const made = `<!doctype html>${answerWidthQueries(html, paper)
    .replace(/<head[^>]*>/i, (open) => `${open}${head}`)
    .replace(/<\/head>/i, (close) => `${tail}${close}`)
    .replace(/<body[^>]*>/i, (open) => `${open}${mark}`)
    .replace(/<\/body>/i, (close) => `${blanks}${close}`)}`;
  return withStyleNonce(made);
}

/**
 * Resolves the receipt's width queries by the paper. When printing, a browser resolves them by its own page size, so a
 * receipt measured in one size would be printed in another and overflow onto a second page.
 */
function answerWidthQueries(html: string, paper: PaperName): string {
  const { widthMm, marginMm } = papers[paper];
  const width = toPx(widthMm - 2 * marginMm);
  const answer = (holds: boolean) => (holds ? "(min-width: 0px)" : "(max-width: 0px)");
  return html.replace(/@media[^{}]+\{/gi, (query) =>
    query
      .replace(/\(\s*(min|max)-(?:device-)?width\s*:\s*([\d.]+)px\s*\)/gi, (_, bound: string, px: string) =>
        answer(bound.toLowerCase() === "min" ? width >= Number(px) : width <= Number(px)),
      )
      .replace(/\(\s*width\s*([<>])(=?)\s*([\d.]+)px\s*\)/gi, (_, than: string, equal: string, px: string) =>
        answer((equal && width === Number(px)) || (than === "<" ? width < Number(px) : width > Number(px))),
      ),
  );
}

const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`;

/** Before the receipt's own styles, which win. The paper is white in every theme. */
function baseStyle(paper: PaperName): string {
  const { widthMm, marginMm } = papers[paper];
  return [
    "html { color-scheme: light; background: #fff; }",
    `body { margin: 0 auto; max-width: ${toPx(widthMm - 2 * marginMm)}px; color: #111; background: #fff; font: 12px/1.4 sans-serif; }`,
    // A template may be made for wider paper: what would not fit would be cut off.
    "body * { max-width: 100% !important; overflow-wrap: break-word; }",
    ":is(table, td, th)[style*='px'] { width: auto !important; }",
    ".receipt-copy { margin: 0; padding: 8px 0 4px; text-align: center; font: 700 14px/1.2 sans-serif; letter-spacing: 0.06em; }",
    ".receipt-blank { display: flex; gap: 8px; margin: 0; padding: 22px 10px 0; font: 13px/1.2 sans-serif; }",
    ".receipt-blank::after { content: ''; flex: 1; border-bottom: 1px solid #111; }",
  ].join(" ");
}
