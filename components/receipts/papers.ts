import { translated } from "#lib/language/t.ts";

/** A paper size of a workstation, in mm; a roll has no fixed height. */
export type Paper = { label: string; widthMm: number; heightMm?: number; marginMm: number };

export const papers = translated(["label"], {
  "58mm": { label: "58 mm", widthMm: 58, marginMm: 0 },
  "80mm": { label: "80 mm", widthMm: 80, marginMm: 0 },
  letter: { label: "Letter", widthMm: 215.9, heightMm: 279.4, marginMm: 12 },
  a4: { label: "A4", widthMm: 210, heightMm: 297, marginMm: 12 },
} as const satisfies Record<string, Paper>);
export type PaperName = keyof typeof papers;

export const paperNames = Object.keys(papers).filter((name): name is PaperName =>
  Object.hasOwn(papers, name),
);

/** The CSS `@page` rule of a paper. Rolls take the measured height of what is printed. */
export function pageRule(name: PaperName, contentHeightMm: number | undefined): string {
  const { widthMm, marginMm, heightMm = contentHeightMm ?? 200 }: Paper = papers[name];
  return `@page { size: ${widthMm}mm ${heightMm}mm; margin: ${marginMm}mm; }`;
}

/** CSS pixels, 96 to the inch, of a length in mm; and back, rounded up so that nothing is cut. */
export const toPx = (mm: number) => Math.round((mm / 25.4) * 96);
export const toMm = (px: number) => Math.ceil((px / 96) * 25.4);
