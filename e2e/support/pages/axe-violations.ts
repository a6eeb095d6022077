import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { findNewAppearances } from "./text-appearances.ts";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules of color, which a theme changes: the others would find the same again. */
const contrast = "color-contrast";
const links = "link-in-text-block";

/** Appearances of text that axe has found readable, by theme: it is not asked about the same one again. */
export type ReadableTexts = Record<"light" | "dark", Set<string>>;
export const noneReadable = (): ReadableTexts => ({ light: new Set(), dark: new Set() });

/** Axe violations of any impact in dark and light mode, each as its rule and first element. Leaves the page in light mode. */
export async function axeViolations(page: Page, readable: ReadableTexts = noneReadable()): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const found: string[] = [];
  const run = async (colorScheme: "light" | "dark", rules: axe.RunOnly | undefined) => {
    await page.emulateMedia({ colorScheme });
    const appearances = await page.evaluateHandle(findNewAppearances, [...readable[colorScheme]]);
    const result = await page.evaluate(runAxe, { rules, contrast, links, appearances });
    for (const appearance of result.readable) readable[colorScheme].add(appearance);
    found.push(...result.violations.map((text) => `${colorScheme}, ${text}`));
    return result;
  };
  const { hasLinks } = await run("light", { type: "tag", values: tags });
  await run("dark", hasLinks ? { type: "rule", values: [links] } : undefined);
  await page.emulateMedia({ colorScheme: "light" });
  return found;
}

type Asked = {
  rules: axe.RunOnly | undefined;
  contrast: string;
  links: string;
  appearances: Map<Element, string>;
};

/**
 * Runs in the page: these rules, and that of contrast for these appearances. Receipt frames run no scripts, so axe would wait for
 * its own in them. `hasLinks`: the page has links within text.
 */
async function runAxe({ rules, contrast, links, appearances }: Asked) {
  const { axe: inPage } = window as unknown as { axe: typeof axe }; // put there by its source
  const options = { iframes: false, elementRef: true } as const;
  const nothing: Pick<axe.AxeResults, "violations" | "inapplicable"> = { violations: [], inapplicable: [] };
  const { violations, inapplicable } = rules
    ? await inPage.run(document, {
        ...options,
        runOnly: rules,
        rules: { [contrast]: { enabled: false } },
        resultTypes: ["violations"],
      })
    : nothing;
  const readable = new Set<string>();
  if (appearances.size > 0) {
    const colors = await inPage.run(
      { include: [...appearances.keys()] },
      { ...options, runOnly: { type: "rule", values: [contrast] } },
    );
    violations.push(...colors.violations);
    for (const { element } of colors.passes.flatMap(({ nodes }) => nodes)) {
      const appearance = element && appearances.get(element);
      if (appearance) readable.add(appearance);
    }
    // One of the same appearance may be broken by what lies behind it.
    for (const { element } of [...colors.violations, ...colors.incomplete].flatMap(({ nodes }) => nodes))
      readable.delete((element && appearances.get(element)) ?? "");
  }
  return {
    violations: violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(" ")}`),
    readable: [...readable],
    hasLinks: !inapplicable.some(({ id }) => id === links),
  };
}
