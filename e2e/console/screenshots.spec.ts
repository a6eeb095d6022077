import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "#e2e/support/console.ts";
import { outFolder } from "#e2e/support/out-folder.ts";
import { chargeCard, fillCard, visa } from "#e2e/support/pages/charge-card.ts";
import { expectRowVisible } from "#e2e/support/pages/expect-row-visible.ts";
import type { RunningConsole } from "#e2e/support/running-console.ts";
import { projectRoot } from "#server/start/project-root.ts";

/** The README's two screenshots. Every run takes them; `npm run screenshots` takes them into docs/img. */
test.use({ viewport: { width: 1280, height: 800 } });

const sales: readonly (readonly [amount: string, number: string])[][] = [
  [
    ["84.00", visa],
    ["19.50", "5555444433332226"],
    ["42.25", "371122223332225"],
  ],
  [
    ["120.00", "6011222233332224"],
    ["36.75", visa],
    ["64.10", "5555444433332226"],
    ["12.00", "4000300011112220"],
  ],
  [
    ["58.40", visa],
    ["23.00", "4111111111111111"],
  ],
];

/** Three batches, with a refund and a void in the open one. */
async function fillBatches(console: RunningConsole): Promise<void> {
  await console.control("POST", "/reset");
  const keys: string[] = [];
  const send = async (body: Record<string, unknown>) => {
    const answer = await console.gateway("POST", "/transactions", { clerk: "Mira Castellanos", ...body });
    return String((answer.body as { key?: string }).key); // a transaction's reply has a key
  };
  for (const [place, batch] of sales.entries()) {
    if (place > 0) await console.closeBatch();
    for (const [amount, number] of batch)
      keys.push(
        await send({ command: "sale", amount, creditcard: { number, expiration: "1232", cvc: "123" } }),
      );
  }
  await send({ command: "refund", trankey: keys[0], amount: "24.00" });
  await send({ command: "void", trankey: keys.at(-1) });
}

test("the README's screenshots can be taken", async ({ as, console }, { project }) => {
  const folder = project.name === "screenshots" ? join(projectRoot, "docs/img") : outFolder("screenshots");
  mkdirSync(folder, { recursive: true });
  await fillBatches(console);
  const page = await as("manager");
  const shoot = (name: string) =>
    page.screenshot({ path: join(folder, name), animations: "disabled", caret: "hide" });

  const result = await chargeCard(page, {
    amount: "31.20",
    number: "5555444433332226",
    name: "Theo Lindahl",
  });
  await expect(result).toHaveText(/^Approved/);
  await page.goto("/batches");
  await expectRowVisible(page.getByRole("table", { name: "Batches" }), { Status: /Open/, Refunds: /24\.00/ });
  await shoot("batches.png");

  await page.goto("/charge");
  await fillCard(page, { amount: "42.50", number: visa, cvc: "123", name: "Ada Okafor", invoice: "10482" });
  await page.getByLabel("Street", { exact: true }).fill("7 Orchard Close");
  await page.getByLabel("Postal code", { exact: true }).fill("60640");
  await expect(page.getByRole("button", { name: "Charge $42.50" })).toBeEnabled();
  await shoot("charge.png");
});
