import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { expect, test } from "#e2e/support/console.ts";
import { chargeCard, visa } from "#e2e/support/pages/charge-card.ts";
import { openFromMenu } from "#e2e/support/pages/open-from-menu.ts";
import { signIn } from "#e2e/support/pages/sign-in.ts";
import { testPassword } from "#e2e/support/test-secrets.ts";

// A console of its own: other tests take payments today.
test.use({ settings: { MERCHANT_NAME: "Day End Street Flowers" } });

test("Today shows a sale that was just taken; the signed day's file says from disk that it is intact, and that it was changed when a digit was", async ({
  as,
}, testInfo) => {
  const page = await as("manager");
  await test.step("Today shows it in figures, chart, table and list", async () => {
    await page.goto("/");
    const figures = page.getByRole("region", { name: "Today so far" });
    await expect(figures.getByText("$0.00", { exact: true })).toBeVisible();
    await expect(page.getByText("No sale yet today.", { exact: true })).toBeVisible();
    await expect(page.getByText("Nothing needs attention.")).toBeVisible();

    await expect(await chargeCard(page, { amount: "61.45", number: visa })).toHaveText(/^Approved/);
    await openFromMenu(page, /^Today/);
    await expect(figures.getByText("$61.45").first()).toBeVisible();
    await expect(figures.getByText("1 of 1 card or check")).toBeVisible();
    await expect(page.getByRole("img", { name: /^Net sales today reach \$61\.45 at / })).toBeVisible();
    await page.getByRole("button", { name: "Show as table" }).click();
    const hours = page.getByRole("table", { name: "Net sales through the day, added up" });
    await expect(hours.getByRole("cell", { name: "$61.45" })).toBeVisible();
    await expect(
      page.getByRole("table", { name: "Latest payments" }).getByRole("row", { name: /Approved.*\$61\.45/ }),
    ).toBeVisible();
    await expect(page.getByRole("table", { name: "How customers paid" }).getByText("100%")).toBeVisible();
    await expect(page.getByText(/^Counted from 1 transaction,/)).toBeVisible();
  });

  await openFromMenu(page, /^Day end/);
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
  const file = testInfo.outputPath("day.html");
  await (await download).saveAs(file);

  const offline = await page.context().newPage();
  await offline.goto(pathToFileURL(file).href);
  await expect(offline.getByRole("status")).toHaveText(/^Intact/);
  await expect(offline.getByRole("heading", { name: "Day End Street Flowers" })).toBeVisible();
  await expect(offline.getByRole("row", { name: "Net sales" })).toContainText("$61.45");
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace("$61.45", "$61.46"));
  await offline.reload();
  await expect(offline.getByRole("status")).toHaveText(/^Changed/);
  await expect(signed).toContainText(createHash("sha256").update(text).digest("hex"));
  for (const [place, added] of [
    ["</style>", "</style><style>td { font-size: 0 } td::after { content: '$99,999.00' }</style>"],
    ["<td>", '<td style="display: none">'],
    ["</script>", "</script><p>Net sales $99,999.00</p>"],
    ["</html>", "</html><!-- -->"],
  ] as const) {
    await writeFile(file, text.replace(place, added));
    await offline.reload();
    await expect(offline.getByRole("status"), added).toHaveText(/^Changed/);
  }
  await writeFile(file, text);
  await offline.reload();
  await expect(offline.getByRole("status")).toHaveText(/^Intact/);
  await offline.close();

  await expect(await chargeCard(page, { amount: "12.00", number: visa })).toHaveText(/^Approved/);
  await page.goto("/day-end");
  await expect(signed).toContainText("Superseded");
  await expect(form.getByRole("button", { name: "Sign the day" })).toBeEnabled();
  await expect(signed.getByRole("button", { name: "Print" })).toBeVisible();

  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("main").getByText(/^Day end, /)).toBeVisible();
  await expect(page.getByText(/^Day End Street Flowers, printed by /)).toBeVisible();
  await expect(signed.getByText("Was signed: $61.45")).toBeVisible();
  await expect(signed.getByText("Superseded: the day's figures have changed")).toBeVisible();
  const figures = page.getByRole("complementary", { name: "Sign the day" });
  await expect(figures.getByText("$73.45").first()).toBeVisible();
  await expect(form).toBeHidden();
  await page.emulateMedia({ media: "screen" });
});

test("of two who sign at once, the second reads who was first and keeps their note", async ({ as }) => {
  const [first, second] = [await as("manager"), await as("bookkeeper")];
  for (const page of [first, second]) {
    await page.goto("/day-end");
    const form = page.getByRole("form", { name: "Sign the day" });
    await form.getByLabel("Note").fill(page === first ? "Mine came first" : "Two coupons are missing");
    await form.getByLabel("Your password").fill(testPassword);
  }
  const press = (page: typeof first) => page.getByRole("button", { name: "Sign the day" }).click();
  await press(first);
  await expect(first.getByText("Mine came first")).toBeVisible();
  await expect(first.getByText("has already signed")).toBeHidden();
  await press(second);
  const lost = second.getByRole("complementary", { name: "Your signature" });
  await expect(lost.getByRole("alert")).toContainText(
    /.+ has already signed\. Your signature was not saved\./,
  );
  await expect(lost.getByLabel("Your note")).toHaveValue("Two coupons are missing");
});

test("the note of a day is there again after another page and a reload, until the day is signed or the user signs out", async ({
  as,
}) => {
  const page = await as("manager");
  await expect(await chargeCard(page, { amount: "7.15", number: visa })).toHaveText(/^Approved/);
  const form = page.getByRole("form", { name: "Sign the day" });
  const note = form.getByLabel("Note");
  const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  await page.goto("/day-end");
  await note.fill("Two coupons are missing");
  await openFromMenu(page, /^Batches/);
  await expect(page).toHaveURL(/\/batches/);
  await page.goBack();
  await expect(note).toHaveValue("Two coupons are missing");
  await page.reload();
  await expect(note).toHaveValue("Two coupons are missing");

  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  expect(await kept()).not.toContain("coupons");
  await signIn(page, "manager");
  await page.goto("/day-end");
  await expect(form.getByRole("button", { name: "Sign the day" })).toBeEnabled();
  await expect(note).toHaveValue("");

  await note.fill("One coupon is missing");
  await page.reload();
  await expect(note).toHaveValue("One coupon is missing");
  await form.getByLabel("Your password").fill(testPassword);
  await form.getByRole("button", { name: "Sign the day" }).click();
  await expect(page.getByRole("region", { name: /^Signed: number/ }).first()).toContainText(
    "One coupon is missing",
  );
  expect(await kept()).not.toContain("coupon");
});

test("a day that has not begun, or isn't a valid date, offers nothing to sign", async ({ as }) => {
  const page = await as("manager");
  const cases = [
    ["2999-01-01", "has not begun"],
    ["2026-02-30", "isn't a valid date"],
    ["abc", "isn't a valid date"],
    ["1999-01-01", "There is nothing to sign"],
  ] as const;
  for (const [day, reason] of cases) {
    const html = await (await page.request.get(`/day-end?day=${day}`)).text();
    const shown = await page.evaluate(findTextAndButtons, html);
    expect(shown.text, day).toContain(reason);
    expect(shown.buttons, day).not.toContain("Sign the day");
  }
});

/** Runs in a page: what another one shows by its HTML. */
function findTextAndButtons(html: string): { text: string; buttons: (string | undefined)[] } {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const script of body.querySelectorAll("script")) script.remove();
  const buttons = [...body.querySelectorAll("button")].map(({ textContent }) => textContent?.trim());
  return { text: body.textContent ?? "", buttons };
}
