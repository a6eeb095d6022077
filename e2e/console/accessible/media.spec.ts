import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { pushRoute } from "#e2e/support/pages/push-route.ts";

const pages = ["/charge", "/transactions", "/batches", "/attention", "/drawer", "/cards", "/gateway"];

async function open(page: Page, path: string) {
  await pushRoute(page, path);
  await expect(page.getByRole("button", { name: "Sign out" })).toBeEnabled();
  await expect(page.locator("main h1, main h2, header h1").first()).toBeVisible();
  await expect(page.locator("[data-starting]")).toHaveCount(0);
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

/** Runs in the page: the focused element, if any, and whether it or the box around it has an outline. */
function findFocus(): { element: string; isSeen: boolean } | undefined {
  const { activeElement } = document;
  if (activeElement === document.body || activeElement === null) return undefined;
  const element = activeElement.outerHTML.slice(0, 120);
  for (
    let box: Element | null = activeElement, depth = 0;
    box && depth < 3;
    box = box.parentElement, depth += 1
  ) {
    const { outlineStyle, outlineWidth } = getComputedStyle(box);
    if (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2) return { element, isSeen: true };
  }
  return { element, isSeen: false };
}

test("in the system's own colors focus, states and buttons are visible, light and dark, and nothing moves for a person who asked for less motion", async ({
  as,
  console: running,
}) => {
  test.setTimeout(180_000);
  const page = await as("manager");
  const palette = page.getByRole("combobox", { name: "Find a payment, card, page or action" });
  const focused = { light: 0, dark: 0 };
  for (const path of pages) {
    await page.emulateMedia({ forcedColors: null, colorScheme: null, reducedMotion: "reduce" });
    await open(page, path);
    expect(await page.evaluate(findMotions), path).toEqual([]);
    await page.emulateMedia({ forcedColors: "active" });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      // The next Tab begins at the top of the page again.
      await page.evaluate(() => getSelection()?.setPosition(document.body, 0));
      await page.evaluate(
        () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
      );
      const where = `${path}, ${colorScheme}`;
      expect(await page.evaluate(() => matchMedia("(forced-colors: active)").matches), where).toBe(true);
      expect(await page.evaluate(findUnmarked), where).toEqual([]);
      expect(await page.evaluate(findUnseenStates), where).toEqual([]);
      for (let step = 0; step < 25; step += 1) {
        await page.keyboard.press("Tab");
        const focus = await page.evaluate(findFocus);
        // After the last element of the page comes the browser's own.
        if (!focus) continue;
        expect(focus.isSeen, `${where}: ${focus.element}`).toBe(true);
        focused[colorScheme] += 1;
      }
    }
    await page.emulateMedia({ forcedColors: null, colorScheme: null });
    await expect(async () => {
      await page.keyboard.press("Control+k");
      await expect(palette).toBeVisible({ timeout: 2000 });
    }).toPass();
    expect(await page.evaluate(findMotions), `${path}, palette`).toEqual([]);
    await page.keyboard.press("Escape");
  }
  console.info(
    `forced colors: ${pages.length} pages, focused elements: ${focused.light} in light, ${focused.dark} in dark`,
  );

  await running.control("POST", "/faults", { kind: "slow", command: "cash:sale", times: 1, delayMs: 4000 });
  await open(page, "/charge");
  await page.keyboard.press("Alt+3");
  await page.keyboard.type("7.77");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText(/^Charging|^Recording|\$7\.77/).first()).toBeVisible();
  await expect(page.locator(".animate-spin").first()).toBeVisible();
  expect(await page.evaluate(findMotions), "waiting").toEqual([]);
});

/** Runs in the page: the animations that run. */
function findMotions(): string[] {
  return document
    .getAnimations()
    .filter(({ playState }) => playState === "running")
    .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : "transition"));
}
