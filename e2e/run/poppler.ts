import { canInstall, installPackage } from "./debian.ts";
import { findOnPath } from "./on-path.ts";

/** Where poppler's `pdftotext` is, which reads the printed receipts, or why their tests are skipped. */
export async function ensurePoppler(): Promise<string> {
  const found = findPdftotext();
  if (found) return `using ${found}`;
  if (process.env.CI === "true" && canInstall()) await installPackage("poppler-utils");
  const installed = findPdftotext();
  return installed
    ? `using ${installed} (Debian's package, just installed)`
    : "poppler was not found: what a printed receipt holds was not checked.";
}

export const findPdftotext = (): string | undefined => findOnPath("pdftotext");
