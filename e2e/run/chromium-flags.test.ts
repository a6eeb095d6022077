import { chromium } from "@playwright/test";
import { expect, test } from "vitest";
import { chromiumFlags } from "./chromium-flags.ts";

test("Chromium runs without every feature that Playwright disables", async () => {
  const launched = await commandLine();
  const lists = [...launched.matchAll(/--disable-features=(\S+)/g)].map(([, list = ""]) => list.split(","));
  expect(lists).toHaveLength(2);
  const [playwrights = [], last] = lists;
  expect(playwrights).not.toEqual([]);
  expect(last).toEqual(expect.arrayContaining(playwrights));
});

/** How Playwright would start Chromium: Node takes its place, refuses the flags, and Playwright reports them. */
async function commandLine(): Promise<string> {
  const failure: unknown = await chromium
    .launch({ executablePath: process.execPath, args: chromiumFlags })
    .catch((error: unknown) => error);
  return /<launching> (.+)/.exec(String(failure))?.[1] ?? "";
}
