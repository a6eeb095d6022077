import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Axe violations in light and dark mode, each as its rule and first element. */
export async function axeViolations(page: Page): Promise<string[]> {
  // Receipt frames run no scripts, and axe would wait for its script in each of them. Without frames its one-page mode does.
  await page.evaluate(() => {
    for (const frame of document.querySelectorAll("iframe")) frame.remove();
  });
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode();
    // Only the style sheet knows the mode: the other rules would find the same again.
    const { violations: broken } = await (colorScheme === "light"
      ? axe.withTags(["wcag2a", "wcag2aa", "wcag21aa"])
      : axe.withRules(["color-contrast", "link-in-text-block"])
    ).analyze();
    found.push(...broken.map(({ id, nodes }) => `${colorScheme}, ${id}: ${nodes[0]?.target.join(" ")}`));
  }
  return found;
}
