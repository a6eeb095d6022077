import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { chargeCard } from "#e2e/support/charge-card.ts";
import { expect, test } from "#e2e/support/console.ts";
import { testPassword } from "#e2e/support/test-secrets.ts";

// A console of its own: other tests take payments today.
test.use({ settings: { MERCHANT_NAME: "Day End Street Flowers" } });

test("a signed day's file says from disk that it is intact, and that it was changed when a digit was", async ({
  as,
}, testInfo) => {
  const page = await as("manager");
  await expect(await chargeCard(page, { amount: "61.45", number: "4000100011112224" })).toHaveText(
    /^Approved/,
  );
  await page.goto("/day-end");
  const form = page.getByRole("form", { name: "Sign the day" });
  await form.getByLabel("Your password").fill("not the password");
  await form.getByRole("button", { name: "Sign the day" }).click();
  await expect(form.getByRole("alert")).toContainText("This is not your password.");
  await form.getByLabel("Your password").fill(testPassword);
  await form.getByRole("button", { name: "Sign the day" }).click();

  const signed = page.getByRole("region", { name: /^Signed: number 1,/ });
  await expect(signed).toContainText("Signed: $61.45");
  await expect(signed).toContainText("Unchanged");
  const download = page.waitForEvent("download");
  await signed.getByRole("link", { name: "Save the report" }).click();
  const place = testInfo.outputPath("day.html");
  await (await download).saveAs(place);

  const offline = await page.context().newPage();
  await offline.goto(pathToFileURL(place).href);
  await expect(offline.getByRole("status")).toHaveText(/^Intact/);
  await expect(offline.getByRole("heading", { name: "Day End Street Flowers" })).toBeVisible();
  await expect(offline.getByRole("row", { name: "Net sales" })).toContainText("$61.45");
  const text = await readFile(place, "utf8");
  await writeFile(place, text.replace("$61.45", "$61.46"));
  await offline.reload();
  await expect(offline.getByRole("status")).toHaveText(/^Changed/);
  await offline.close();

  await expect(await chargeCard(page, { amount: "12.00", number: "4000100011112224" })).toHaveText(
    /^Approved/,
  );
  await page.goto("/day-end");
  await expect(signed).toContainText("Superseded");
  await expect(form.getByRole("button", { name: "Sign the day" })).toBeEnabled();
});
