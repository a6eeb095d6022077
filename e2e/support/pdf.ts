import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPdftotext } from "#e2e/run/poppler.ts";

/** A word with its box, in points from the upper left corner of its page. */
type Word = { text: string; xMin: number; yMin: number; xMax: number; yMax: number };
export type PdfPage = { width: number; height: number; words: Word[] };

/** The pages of a PDF as poppler reads them; undefined where poppler is not installed. */
export function readPdf(pdf: Buffer): PdfPage[] | undefined {
  const pdftotext = findPdftotext();
  if (!pdftotext) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "receipt-"));
  try {
    const file = join(folder, "receipt.pdf");
    writeFileSync(file, pdf);
    const html = execFileSync(pdftotext, ["-bbox", file, "-"], { encoding: "utf8" });
    return [...html.matchAll(/<page width="([\d.]+)" height="([\d.]+)">(.*?)<\/page>/gs)].map(
      ([, width, height, words = ""]) => ({
        width: Number(width),
        height: Number(height),
        words: [...words.matchAll(wordPattern)].map(([, xMin, yMin, xMax, yMax, text = ""]) => ({
          text,
          xMin: Number(xMin),
          yMin: Number(yMin),
          xMax: Number(xMax),
          yMax: Number(yMax),
        })),
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const wordPattern =
  /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)<\/word>/g;

/** Points of so many millimeters. */
export const points = (mm: number): number => (mm / 25.4) * 72;
