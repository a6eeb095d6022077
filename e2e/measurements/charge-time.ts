import { setTimeout as delay } from "node:timers/promises";
import type { Browser } from "@playwright/test";
import { fillCard } from "#e2e/support/pages/charge-card.ts";
import { signIn } from "#e2e/support/pages/sign-in.ts";
import type { RunningConsole } from "#e2e/support/running-console.ts";
import { median } from "#e2e/support/statistics.ts";

const card = { number: "4000100011112224", expiration: "1230", cvc: "999" };

/** Medians in ms of the same sale: from the click to the result on the screen, and as a bare call of the gateway. Taken in turns, after one of each that is not counted. */
export async function measureCharges(
  browser: Browser,
  running: RunningConsole,
  count: number,
): Promise<{ click: number; bare: number }> {
  const context = await browser.newContext({ baseURL: running.origin });
  const page = await context.newPage();
  await signIn(page, "clerk");
  const click: number[] = [];
  const bare: number[] = [];
  await page.goto("/charge");
  const pay = page.getByRole("button", { name: /^Charge/ });
  await pay.click({ trial: true });
  // One customer after the other in a page that stays open, as at a workstation. The first one is a warm-up.
  for (let round = 0; round <= count; round += 1) {
    await fillCard(page, {
      amount: `${round + 1}.01`,
      number: card.number,
      cvc: card.cvc,
      name: "Ada Okafor",
    });
    // Slower than real typing, so that work after the last result is done.
    await delay(500);
    // Timed inside the page, so that the driver's own round trips do not count.
    click.push(await pay.evaluate(fromClickToResult));
    const sale = { command: "sale", amount: `${round + 1}.02`, creditcard: card };
    const startedAt = performance.now();
    await running.gateway("POST", "/transactions", sale);
    bare.push(performance.now() - startedAt);
    await page.getByRole("button", { name: "Next customer" }).click();
  }
  await context.close();
  return { click: median(click.slice(1)), bare: median(bare.slice(1)) };
}

/** Runs in the page. */
function fromClickToResult(button: Element): Promise<number> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const look = () => {
      const result = document.querySelector(
        '[role="region"][aria-label="Result"], section[aria-label="Result"]',
      );
      if (!result?.textContent?.startsWith("Approved")) return;
      observer.disconnect();
      resolve(performance.now() - startedAt);
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    (button as HTMLElement).click(); // a button is an HTMLElement
  });
}
