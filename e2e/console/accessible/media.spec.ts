import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";

const pages = ["/charge", "/transactions", "/batches", "/attention", "/drawer", "/cards", "/gateway"];

async function open(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole("button", { name: "Sign out" })).toBeEnabled();
}

/** Runs in the page: buttons and fields that neither a mark of their own nor a box around them sets off. */
function findUnmarked(): string[] {
  const isMarked = (element: Element | null | undefined): boolean => {
    if (!element) return false;
    const { borderTopWidth, borderTopStyle, borderTopColor, backgroundColor, textDecorationLine } =
      getComputedStyle(element);
    const isClear = (color: string) => /^rgba\(.+, 0\)$/.test(color);
    const hasBorder =
      borderTopStyle !== "none" && Number.parseFloat(borderTopWidth) >= 1 && !isClear(borderTopColor);
    return hasBorder || textDecorationLine.includes("underline") || !isClear(backgroundColor);
  };
  // The browser draws checkboxes and radio buttons itself.
  const controls = "button, [role=tab], select, textarea, input:not([type=checkbox], [type=radio])";
  return [...document.querySelectorAll(controls)]
    .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter((element) => {
      const box = element.parentElement;
      return ![element, box, box?.parentElement].some(isMarked);
    })
    .map((element) => element.outerHTML.slice(0, 120));
}

/** Runs in the page: chosen elements that look like the others beside them. */
function findUnseenStates(): string[] {
  const ground = (element: Element) => getComputedStyle(element).backgroundColor;
  return [
    ...document.querySelectorAll(
      "[role=tab][aria-selected=true], nav [aria-current=page], label:has(> input[type=radio]:checked)",
    ),
  ]
    .filter((element) => element.checkVisibility())
    .filter((element) => {
      const other = [...(element.parentElement?.children ?? [])].find(
        (sibling) => sibling !== element && sibling.tagName === element.tagName,
      );
      return other !== undefined && ground(other) === ground(element);
    })
    .map((element) => element.outerHTML.slice(0, 120));
}

/** Runs in the page: whether the focused element, or the box around it, has an outline. */
function isFocusSeen(): boolean {
  for (
    let box: Element | null = document.activeElement, depth = 0;
    box && depth < 3;
    box = box.parentElement, depth += 1
  ) {
    const { outlineStyle, outlineWidth } = getComputedStyle(box);
    if (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2) return true;
  }
  return false;
}

for (const colorScheme of ["light", "dark"] as const)
  test(`focus, states and buttons are visible in the system's own ${colorScheme} colors`, async ({ as }) => {
    test.setTimeout(120_000);
    const page = await as("manager");
    await page.emulateMedia({ forcedColors: "active", colorScheme });
    let focused = 0;
    for (const path of pages) {
      await open(page, path);
      expect(await page.evaluate(findUnmarked), path).toEqual([]);
      expect(await page.evaluate(findUnseenStates), path).toEqual([]);
      for (let step = 0; step < 25; step += 1) {
        await page.keyboard.press("Tab");
        // After the last element of the page comes the browser's own.
        if (await page.evaluate(() => document.activeElement === document.body)) continue;
        const element = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120));
        expect(await page.evaluate(isFocusSeen), `${path}: ${element}`).toBe(true);
        focused += 1;
      }
    }
    console.info(`forced colors, ${colorScheme}: ${pages.length} pages, ${focused} focused elements`);
  });

test("nothing moves for a person who asked for less motion", async ({ as, console: running }) => {
  const page = await as("manager");
  await page.emulateMedia({ reducedMotion: "reduce" });
  const motions = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === "running")
        .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : "transition")),
    );
  for (const path of pages) {
    await open(page, path);
    expect(await motions(), path).toEqual([]);
    const palette = page.getByRole("combobox", { name: "Find a payment, card, page or action" });
    await expect(async () => {
      await page.keyboard.press("Control+k");
      await expect(palette).toBeVisible({ timeout: 2000 });
    }).toPass();
    expect(await motions(), `${path}, palette`).toEqual([]);
    await page.keyboard.press("Escape");
  }
  await running.control("POST", "/faults", { kind: "slow", command: "cash:sale", times: 1, delayMs: 4000 });
  await open(page, "/charge");
  await page.keyboard.press("Alt+3");
  await page.keyboard.type("7.77");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText(/^Charging|^Recording|\$7\.77/).first()).toBeVisible();
  await expect(page.locator(".animate-spin").first()).toBeVisible();
  expect(await motions(), "waiting").toEqual([]);
});
