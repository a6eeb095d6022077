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
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    const runOnly =
      colorScheme === "light"
        ? { type: "tag" as const, values: tags }
        : { type: "rule" as const, values: [links] };
    const looks = await page.evaluateHandle(findNewLooks, [...readable[colorScheme]]);
    const broken = await page.evaluate(runAxe, { runOnly, contrast, looks });
    for (const look of broken.readable) readable[colorScheme].add(look);
    found.push(...broken.violations.map((text) => `${colorScheme}, ${text}`));
  }
  return found;
}

type Asked = { runOnly: axe.RunOnly; contrast: string; looks: Map<Element, string> };

/** Runs in the page. Receipt frames run no scripts, so axe would wait for its own in them. */
async function runAxe({ runOnly, contrast, looks }: Asked) {
  const { axe: inPage } = window as unknown as { axe: typeof axe }; // put there by its source
  const options = { iframes: false, elementRef: true } as const;
  const { violations } = await inPage.run(document, {
    ...options,
    runOnly,
    rules: { [contrast]: { enabled: false } },
    resultTypes: ["violations"],
  });
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
  };
}
