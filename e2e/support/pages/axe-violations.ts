import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { JSHandle, Page } from "@playwright/test";
import type axe from "axe-core";
import { findParts } from "./parts.ts";
import { findNewAppearances } from "./text-appearances.ts";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules of color, which a theme changes: the others would find the same again. */
const contrast = "color-contrast";
const links = "link-in-text-block";

/** What axe found no fault in: parts of pages, and appearances of text in a theme. It is not asked about the same again. */
export type Sound = Record<"parts" | "light" | "dark", Set<string>>;
export const nothingSound = (): Sound => ({ parts: new Set(), light: new Set(), dark: new Set() });

/** What all tests of this process have found sound. */
const soundSoFar = nothingSound();

/** Axe violations of any impact in dark and light mode, each as its rule and first element. Leaves the page in light mode. */
export async function axeViolations(page: Page, sound: Sound = soundSoFar): Promise<string[]> {
  const { hasAxe, isLight } = await page.evaluate(() => ({
    hasAxe: "axe" in window,
    isLight: matchMedia("(prefers-color-scheme: light)").matches,
  }));
  if (!hasAxe) await page.evaluate(source);
  if (!isLight) await page.emulateMedia({ colorScheme: "light" });
  const found: string[] = [];
  const run = async (
    theme: "light" | "dark",
    rules: axe.RunOnly | undefined,
    parts: JSHandle<Parts> | undefined,
  ) => {
    const appearances = await page.evaluateHandle(findNewAppearances, [...sound[theme]]);
    const result = await page.evaluate(runAxe, { rules, parts, contrast, links, appearances });
    for (const appearance of result.readable) sound[theme].add(appearance);
    found.push(...result.violations.map((text) => `${theme}, ${text}`));
    return result;
  };
  // As one text: Playwright takes much longer for thousands of them.
  const parts = await page.evaluateHandle(findParts, [...sound.parts].join(" "));
  const { hasLinks, soundParts } = await run("light", { type: "tag", values: tags }, parts);
  for (const part of soundParts) sound.parts.add(part);
  await page.emulateMedia({ colorScheme: "dark" });
  await run("dark", hasLinks ? { type: "rule", values: [links] } : undefined, undefined);
  await page.emulateMedia({ colorScheme: "light" });
  return found;
}

type Parts = ReturnType<typeof findParts>;

type Asked = {
  rules: axe.RunOnly | undefined;
  parts: Parts | undefined;
  contrast: string;
  links: string;
  appearances: Map<Element, string>;
};

/**
 * Runs in the page: these rules for all but the known parts, and that of contrast for these appearances. Receipt frames run no scripts, so axe would wait for
 * its own in them. `hasLinks`: the page has links within text.
 */
async function runAxe({ rules, parts, contrast, links, appearances }: Asked) {
  const { axe: inPage } = window as unknown as { axe: typeof axe }; // put there by its source
  const options = { iframes: false, elementRef: true } as const;
  const nothing: Pick<axe.AxeResults, "violations" | "inapplicable"> = { violations: [], inapplicable: [] };
  const { violations, inapplicable } = rules
    ? await inPage.run(
        { exclude: parts?.known ?? [] },
        {
          ...options,
          runOnly: rules,
          rules: { [contrast]: { enabled: false } },
          resultTypes: ["violations"],
        },
      )
    : nothing;
  const soundParts = violations.length === 0 ? (parts?.added ?? []) : [];
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
    soundParts,
    hasLinks: !inapplicable.some(({ id }) => id === links),
  };
}
