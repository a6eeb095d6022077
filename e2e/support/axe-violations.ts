import type { Page } from "@playwright/test";
import axe from "axe-core";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** What only the style sheet of a theme changes: the other rules would find the same again. */
const rulesOfColor = ["color-contrast", "link-in-text-block"];

/** Axe violations of any impact in light and dark mode, each as its rule and first element. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const runOnly =
      colorScheme === "light"
        ? { type: "tag" as const, values: tags }
        : { type: "rule" as const, values: rulesOfColor };
    const broken = await page.evaluate(runAxe, runOnly);
    found.push(...broken.map((text) => `${colorScheme}, ${text}`));
  }
  return found;
}

/** Runs in the page. Receipt frames run no scripts, so axe would wait for its own in them. */
async function runAxe(runOnly: axe.RunOnly): Promise<string[]> {
  const { axe: inPage } = window as unknown as { axe: typeof axe }; // put there by its source
  const { violations } = await inPage.run(document, { runOnly, iframes: false, resultTypes: ["violations"] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(" ")}`);
}
