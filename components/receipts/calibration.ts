import { t } from "#lib/language/t.ts";
import { type Paper, type PaperName, papers } from "./papers.ts";

const columns = 32;

/** A page to hold a ruler to: a frame at the edges of what is printed, a scale in millimeters, and a line of text. */
export function toTestPage(name: PaperName): string {
  const { label, widthMm, marginMm }: Paper = papers[name];
  const width = widthMm - 2 * marginMm;
  const length = Math.floor(width / 10) * 10 - 10;
  const marks = Array.from({ length: length / 10 + 1 }, (_, place) => {
    const at = `left:${place * 10}mm`;
    return `<i style="${at}"></i><b style="${at}">${place * 10}</b>`;
  }).join("");
  return `<html><head><style>
.page { box-sizing: border-box; border: 1px solid #111; padding: 3mm; }
.scale { position: relative; width: ${length}mm; height: 9mm; border-top: 1px solid #111; margin: 4mm 0; }
.scale i { position: absolute; top: 0; height: 4mm; border-left: 1px solid #111; }
.scale b { position: absolute; top: 4mm; font: 9px sans-serif; transform: translateX(-50%); }
pre { margin: 0; font: 10px/1.4 monospace; overflow: hidden; }
</style></head><body><div class="page">
<p><strong>${t("Test page, {label}", { label })}</strong></p>
<p>${t("The frame must be whole on all four sides, and the scale {length} mm long. If not, choose this paper and 100% in the print dialog.", { length })}</p>
<div class="scale">${marks}</div>
<pre>${"1234567890".repeat(columns).slice(0, columns)}</pre>
</div></body></html>`;
}
