import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { findNewLooks } from "./looks.ts";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules of color, which a theme changes: the others would find the same again. */
const contrast = "color-contrast";
const links = "link-in-text-block";

/** How text looks that axe has found readable, by theme: it is not asked about the same look again. */
export type ReadableLooks = Record<"light" | "dark", Set<string>>;
export const noLooks = (): ReadableLooks => ({ light: new Set(), dark: new Set() });

/** Axe violations of any impact in dark and light mode, each as its rule and first element. Leaves the page in light mode. */
export async function axeViolations(page: Page, readable: ReadableLooks = noLooks()): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const found: string[] = [];
  const run = async (colorScheme: "light" | "dark", rules: axe.RunOnly | undefined) => {
    await page.emulateMedia({ colorScheme });
    const looks = await page.evaluateHandle(findNewLooks, [...readable[colorScheme]]);
    const result = await page.evaluate(runAxe, { rules, contrast, links, looks });
    for (const look of result.readable) readable[colorScheme].add(look);
    found.push(...result.violations.map((text) => `${colorScheme}, ${text}`));
    return result;
  };
  const { hasLinks } = await run("light", { type: "tag", values: tags });
  await run("dark", hasLinks ? { type: "rule", values: [links] } : undefined);
  await page.emulateMedia({ colorScheme: "light" });
  return found;
}

type Asked = { rules: axe.RunOnly | undefined; contrast: string; links: string; looks: Map<Element, string> };

/**
 * Runs in the page: these rules, and that of contrast for these looks. Receipt frames run no scripts, so axe would wait for
 * its own in them. `hasLinks`: the page has links within text.
 */
async function runAxe({ rules, contrast, links, looks }: Asked) {
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
  if (looks.size > 0) {
    const colors = await inPage.run(
      { include: [...looks.keys()] },
      { ...options, runOnly: { type: "rule", values: [contrast] } },
    );
    violations.push(...colors.violations);
    for (const { element } of colors.passes.flatMap(({ nodes }) => nodes)) {
      const look = element && looks.get(element);
      if (look) readable.add(look);
    }
    // One of the same look may be broken by what lies behind it.
    for (const { element } of [...colors.violations, ...colors.incomplete].flatMap(({ nodes }) => nodes))
      readable.delete((element && looks.get(element)) ?? "");
  }
  return {
    violations: violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(" ")}`),
    readable: [...readable],
    hasLinks: !inapplicable.some(({ id }) => id === links),
  };
}
