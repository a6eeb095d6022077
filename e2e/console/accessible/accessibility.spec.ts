import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { pagePaths } from "#e2e/support/entry-points.ts";
import { axeViolations, nothingSound } from "#e2e/support/pages/axe-violations.ts";
import { chargeStates, frameStates } from "./charge-states.ts";
import { consoleStates } from "./console-states.ts";
import { cutOff } from "./cut-off.ts";
import { expectFocus } from "./focus.ts";
import {
  clearStorage,
  closeDialog,
  desktop,
  makeRecords,
  openState,
  type PageState,
  phone,
  type Records,
  stay,
} from "./page-state.ts";

// A console of its own: its pages are empty where a row says so.
test.use({
  settings: {
    MERCHANT_NAME: "Accessible Street Flowers",
    RECALL_ABOVE: "400.00",
    RECALL_SECONDS: "60",
  },
});

/** 1280 px at 400 % zoom. */
const zoomed = { width: 320, height: 720 };

const tables: Record<string, readonly PageState[]> = {
  "the charge page": chargeStates,
  "the frame and the pages before it": frameStates,
  "every other page": consoleStates,
};

test("every page is in a table of states", () => {
  const paths = Object.values(tables)
    .flat()
    .map(({ path }) => (typeof path === "string" ? path.split("?")[0] : ""));
  expect(pagePaths().filter((path) => !paths.includes(path))).toEqual([]);
});

let records: Records | undefined;
const sound = nothingSound();

for (const [title, states] of Object.entries(tables))
  test(`${title} is accessible in every state, theme and width, and can be read at 400 % zoom; a closed dialog gives the focus back`, async ({
    as,
    console: running,
    browser,
    baseURL,
  }) => {
    test.setTimeout(1_200_000);
    records ??= await makeRecords(running);
    const found: string[] = [];
    // One page per role: a new one would load and compile the console's scripts again for each state.
    const pages = new Map<string, Page>();
    const before = new Map<Page, PageState>();
    const open = async (role: NonNullable<PageState["role"]>) => {
      const page =
        role === "visitor"
          ? await (await browser.newContext({ baseURL: baseURL ?? running.origin })).newPage()
          : await as(role);
      await page.addInitScript(clearStorage);
      return page;
    };
    let checked = 0;
    for (const state of states) {
      const role = state.role ?? "manager";
      const page = pages.get(role) ?? (await open(role));
      pages.set(role, page);
      try {
        await openState(page, state, records, running, before.get(page));
        before.set(page, state);
        const isDialog = state.leave === closeDialog;
        if (isDialog) await expectFocus(page, `${state.name} opened`);
        const sizes = [desktop, phone].filter(
          (size) => !state.width || size === { desktop, phone }[state.width],
        );
        for (const size of sizes) {
          await page.setViewportSize(size);
          found.push(
            ...(await axeViolations(page, sound)).map((text) => `${state.name}, ${size.width} px, ${text}`),
          );
          checked += 2;
        }
        if (state.width !== "desktop") {
          await page.setViewportSize(zoomed);
          found.push(...(await cutOff(page)).map((text) => `${state.name}, 400 %, ${text}`));
        }
        if (isDialog) {
          await page.setViewportSize(desktop);
          await closeDialog(page);
          await expectFocus(page, `${state.name} closed`);
          before.set(page, { ...state, leave: stay });
        }
      } catch (error) {
        // The other states are still checked, on another page.
        found.push(`${state.name} can't be opened or left: ${String(error).split("\n")[0]}`);
        pages.delete(role);
        await page.context().close();
      }
    }
    console.info(`axe: ${checked} page-states of ${title} (${states.length} states, themes, widths)`);
    expect(found).toEqual([]);
  });
