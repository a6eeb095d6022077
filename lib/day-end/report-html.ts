import { selfCheck } from "./self-check.ts";
import type { SignedReport } from "./signed-report.ts";

/** The text that is hashed: all that the report shows, in its order, as a browser's `textContent` has it. */
export const reportText = (report: SignedReport): string =>
  toParts(report)
    .map(({ text = "" }) => text)
    .join("");

/**
 * One HTML file that shows a signed report and checks itself in any browser, without a network. It is written as a browser
 * writes out the document it reads, so that the file's script can compare every element, attribute and style.
 */
export function reportHtml(report: SignedReport, sha256: (text: string) => string): string {
  const documentHash = sha256(toDocument(report, { hash: sha256(reportText(report)), documentHash: "" }));
  return `<!doctype html>${toDocument(report, { hash: sha256(reportText(report)), documentHash })}`;
}

function toDocument(report: SignedReport, { hash, documentHash }: { hash: string; documentHash: string }) {
  const body = toParts(report)
    .map(({ markup = "", text = "" }) => markup + escapeText(text))
    .join("");
  return `<html lang="en" data-document="${documentHash}"><head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${escapeText(`${report.subtitle}, ${report.title}`)}</title>
<style>${style}</style>
</head><body>
<p id="verdict" role="status">Not checked: this file checks itself by a script, and scripts are off.</p>
<main id="report">${body}</main>
<footer>
<p>SHA-256 of the report's text: <code id="hash">${hash}</code></p>
<p>The check above finds a change made by hand. It can't find one by somebody who also changed the check. To be sure, compare the SHA-256 of this whole file with the one on the console's page Day end.</p>
</footer>
<script>${selfCheck}</script></body></html>`;
}

/** As browsers write out text (HTML Standard, 13.3). */
const escapeText = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("\u00a0", "&nbsp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\r", " ");

type Part = { markup?: string; text?: string };

/** Markup and text apart, with no white space between elements, so that the text is the same everywhere. */
function toParts({ title, subtitle, sections }: SignedReport): Part[] {
  return [
    { markup: "<h1>", text: title },
    { markup: "</h1><p>", text: subtitle },
    { markup: "</p>" },
    ...sections.flatMap((section) => [
      { markup: "<table><caption>", text: section.title },
      { markup: "</caption><tbody>" },
      ...section.rows.flatMap(([label, value]) => [
        { markup: '<tr><th scope="row">', text: label },
        { markup: "</th><td>", text: value },
        { markup: "</td></tr>" },
      ]),
      { markup: "</tbody></table>" },
    ]),
  ];
}

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
body { max-width: 34rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.25rem; margin: 0; }
h1 + p { margin: 0 0 1.5rem; }
table { width: 100%; border-collapse: collapse; margin-bottom: 1.5rem; }
caption { text-align: left; font-weight: 600; border-bottom: 1px solid; padding-bottom: .25rem; }
th { font-weight: 400; text-align: left; padding: .25rem 1rem .25rem 0; vertical-align: top; }
td { text-align: right; overflow-wrap: anywhere; }
#verdict { border: 1px solid; border-left-width: 6px; border-radius: 4px; padding: .5rem .75rem; font-weight: 600; }
#verdict[data-is=intact] { color: light-dark(#15693d, #6cc493); }
#verdict[data-is=changed] { color: light-dark(#b3261e, #f0968f); }
footer { font-size: .8125rem; }
code { overflow-wrap: anywhere; }
@media print { body { margin: 0 auto; } }
`;
