import { expect, test } from "#e2e/support/console.ts";
import { resultOf } from "#e2e/support/pages/charge-card.ts";
import { openFromMenu } from "#e2e/support/pages/open-from-menu.ts";
import { takePaymentAtGateway } from "#e2e/support/pages/take-payment-at-gateway.ts";
import {
  actionButton as action,
  type Body,
  openActions,
  readAtGateway as read,
} from "#e2e/support/pages/transaction-page.ts";

test("a clerk voids a sale: Escape changes nothing, two clicks are one void, a queued void can be canceled, and a lost reply settles as one void", async ({
  as,
  console,
}) => {
  const page = await as("clerk");
  const key = await takePaymentAtGateway(console);
  const actions = await openActions(page, key);
  const dialog = page.getByRole("dialog");
  const confirm = dialog.getByRole("button", { name: "Void", exact: true });
  const result = resultOf(page);

  await test.step("Escape changes nothing", async () => {
    await expect(actions).toContainText("Refund: possible once the batch has closed, until then use Void");
    await page.keyboard.press("x");
    await expect(page.getByRole("dialog", { name: "Void $179.26?" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(action(actions, "Void")).toBeEnabled();
    expect(await read(console, key)).toMatchObject({ trantype_code: "S", status_code: "P" });
  });

  await test.step("one confirmation, two clicks, one void; while waiting for a reply the dialog shows for how long and accepts no other, and the buttons update", async () => {
    await console.control("POST", "/faults", { kind: "slow", command: "void", delayMs: 2500, times: 1 });
    await action(actions, "Void").click();
    await expect(dialog).toContainText("Visa ending 2224, Sofia Marchetti");
    await expect(dialog).toContainText("never collected");
    await expect(dialog).toContainText(/You can undo this until .+\d/);
    await dialog.getByLabel("Reason").selectOption("Wrong amount");
    await confirm.dblclick();
    await expect(dialog.getByRole("status")).toHaveText(/Waiting for the gateway, 0:0[1-9]/);
    await expect(confirm).toBeDisabled();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+Enter");
    await expect(dialog).toBeVisible();

    await expect(result).toHaveText(/^Approved/);
    await expect(result).toBeFocused();
    await expect(action(actions, "Undo void")).toBeEnabled();
    await expect(action(actions, "Void")).toHaveCount(0);
    const timeline = page.getByRole("region", { name: "Timeline" });
    await expect(timeline.getByText("Void $179.26")).toHaveCount(1);
    expect(await read(console, key)).toMatchObject({ trantype_code: "V" });
  });

  await test.step("the void is undone", async () => {
    await action(actions, "Undo void").click();
    await dialog.getByRole("button", { name: "Undo void", exact: true }).click();
    await expect(result).toHaveText(/^Approved\. Void undone/);
    await expect(action(actions, "Void")).toBeEnabled();
  });

  await test.step("a void that waits for the shared limit shows its place in the queue and can be canceled", async () => {
    await console.control("POST", "/faults", { kind: "status-429", command: "void", times: 100 });
    await action(actions, "Void").click();
    await confirm.click();
    await expect(dialog).toContainText("Next in the queue: about");
    await expect(dialog).toContainText(
      "The gateway's limit was full, so it was not accepted. No money moved.",
    );
    await dialog.getByRole("button", { name: "Do not send" }).click();
    await expect(result).toHaveText(/^Not sent/);
    await console.control("DELETE", "/faults");
    expect(await read(console, key)).toMatchObject({ trantype_code: "S" });
  });

  await test.step("a void whose reply is lost is never called failed and settles automatically as one void", async () => {
    await console.control("POST", "/faults", { kind: "reset-after-commit", command: "void", times: 1 });
    await action(actions, "Void").click();
    await confirm.click();

    await expect(result).toHaveText(/^(We don't know yet|Approved)/);
    await expect(result).toHaveText(/^Approved.*later.*once/, { timeout: 20_000 });
    await expect(action(actions, "Undo void")).toBeEnabled();
    expect(await read(console, key)).toMatchObject({ trantype_code: "V" });
  });
});

test("a stale action is refused and the buttons refresh; a repeated sale asks before it is sent again, and the list shows the current state of each payment", async ({
  as,
  console,
}) => {
  const page = await as("clerk");
  const key = await takePaymentAtGateway(console, { amount: "9.37", orderid: "ORDER-9" });
  const actions = await openActions(page, key);
  const dialog = page.getByRole("dialog");
  const result = resultOf(page);

  await test.step("a stale action is refused and the buttons refresh; a clerk then sees why they cannot refund", async () => {
    await action(actions, "Void").click();
    await console.closeBatch();
    await dialog.getByRole("button", { name: "Void", exact: true }).click();
    await expect(dialog).toHaveAccessibleName("Void is no longer possible");
    await expect(dialog.getByRole("alert")).toContainText(
      "Its state is now: Settled. Void: too late, the money has been collected. Nothing was done.",
    );
    await expect(dialog.getByRole("button", { name: "Void", exact: true })).toHaveCount(0);
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(action(actions, "Void")).toHaveCount(0);
    await expect(action(actions, "Refund")).toBeDisabled();
    await expect(action(actions, "Refund")).toHaveAccessibleDescription(/For a manager or an admin only/);
    await expect(action(actions, "Repeat sale")).toBeEnabled();
  });

  await test.step("a repeated sale asks before it is sent again", async () => {
    const repeat = dialog.getByRole("button", { name: "Repeat sale", exact: true });
    // The key of the refund, which they may not make, opens nothing.
    await page.keyboard.press("u");
    await page.keyboard.press("a");
    await expect(dialog).toHaveAccessibleName(/^Repeat sale/);
    await repeat.click();
    await expect(result).toHaveText(/^Approved\. Charged \$9\.37/);
    await action(actions, "Repeat sale").click();
    await repeat.click();
    await expect(dialog).toHaveAccessibleName("Possible duplicate. Nothing has been sent.");
    await expect(dialog.getByRole("listitem")).toHaveText(/by Mira Castellanos.*\$9\.37/);
    await dialog.getByRole("button", { name: "Don't charge" }).click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step("the list shows the current state of each payment", async () => {
    const { body } = await console.gateway("GET", "/transactions?limit=1000");
    const charged = (body as { data: Body[] }).data.filter(({ orderid }) => orderid === "ORDER-9");
    expect(charged).toHaveLength(2);
    expect(charged[0]).toMatchObject({ orderid: "ORDER-9", clerk: "Mira Castellanos" });

    await console.gateway("POST", "/transactions", { command: "void", trankey: charged[0]?.key });
    await result.getByRole("link", { name: "Open the new payment" }).click();
    await expect(page).toHaveURL(new RegExp(`/transactions/${charged[0]?.key}$`));
    await expect(page.getByRole("region", { name: "Payment" })).toContainText("Voided");
    await action(actions, "Undo void").click();
    await dialog.getByRole("button", { name: "Undo void", exact: true }).click();
    await expect(result).toHaveText(/^Approved\. Void undone/);
    await action(actions, "Void").click();
    await dialog.getByRole("button", { name: "Void", exact: true }).click();
    await expect(result).toHaveText(/^Approved\. Voided/);
    await openFromMenu(page, "Transactions");
    const box = page.getByRole("combobox", { name: "Search transactions" });
    await box.fill("order:ORDER-9 clerk:mira");
    await box.press("Enter");
    await expect(page).toHaveURL(/q=order/);
    const row = page.getByRole("row").filter({ hasText: "9.37" }).first();
    await expect(row).toContainText("Voided");
  });
});

test("the refund confirmation shows what was refunded elsewhere, also meanwhile, and nothing is refunded twice; a payment's page shows it when it opens", async ({
  as,
  console,
}) => {
  const page = await as("manager");
  const key = await takePaymentAtGateway(console, { amount: "84.13", invoice: "K6-8413" });
  await console.closeBatch();
  const actions = await openActions(page, key);
  const refundElsewhere = (amount: string) =>
    console.gateway("POST", "/transactions", { command: "quickrefund", trankey: key, amount });
  await refundElsewhere("50.00");

  await action(actions, "Refund").click();
  const dialog = page.getByRole("dialog", { name: /^Refund/ });
  await expect(dialog).toContainText(/Given back\s*−50\.00\s*of that, elsewhere\s*−50\.00\s*Left\s*34\.13/);
  await expect(dialog.getByLabel("Amount", { exact: true })).toHaveValue("34.13");

  await refundElsewhere("4.13");
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toContainText(
    "Another refund was made in the meantime. $54.13 was refunded since this page was loaded.",
  );
  await expect(dialog.getByLabel("Amount", { exact: true })).toHaveValue("30.00");

  await refundElsewhere("30.00");
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toContainText("Nothing is left to refund");
  await expect(dialog).toContainText(/Given back\s*−84\.13/);
  await expect(dialog).toContainText(/Left\s*0\.00/);
  await expect(dialog).toHaveAccessibleName("Refund: nothing is left");
  await expect(dialog.getByRole("button", { name: "Refund", exact: true })).toHaveCount(0);

  await test.step("a settled payment refunded elsewhere is read again when its page opens", async () => {
    const other = await takePaymentAtGateway(console, { amount: "95.00", invoice: "K6-9500" });
    await console.closeBatch();
    expect(await (await page.request.get(`/transactions/${other}`)).text()).toContain("K6-9500");
    await console.gateway("POST", "/transactions", { command: "refund", trankey: other });
    await openActions(page, other);
    const payment = page.getByRole("region", { name: "Payment" });
    await expect(payment).toContainText("Refunded $95.00, nothing left");
    await expect(action(actions, "Refund")).toHaveCount(0);
    await expect(action(actions, "Quick refund")).toHaveCount(0);
  });
});

test("a manager refunds part of a payment by keyboard once the batch has closed, then the rest, and the log lists both with their outcome", async ({
  as,
  console,
}) => {
  const page = await as("manager");
  const key = await takePaymentAtGateway(console);
  await console.closeBatch();
  const actions = await openActions(page, key);
  await page.keyboard.press("u");

  const dialog = page.getByRole("dialog", { name: /^Refund/ });
  await expect(dialog.getByLabel("Amount", { exact: true })).toBeFocused();
  await expect(dialog.getByLabel("Amount", { exact: true })).toHaveValue("179.26");
  await dialog.getByLabel("Amount", { exact: true }).fill("ten");
  await page.keyboard.press("Tab");
  await expect(dialog.getByLabel("Amount", { exact: true })).toHaveAccessibleDescription(/such as 12\.50/);
  await dialog.getByLabel("Amount", { exact: true }).fill("500");
  await page.keyboard.press("Control+Enter");
  await expect(dialog.getByLabel("Amount", { exact: true })).toHaveAccessibleDescription(/\$179\.26/);
  await dialog.getByLabel("Amount", { exact: true }).fill("42");
  await expect(dialog).toContainText("137.26");
  await page.keyboard.press("Control+Enter");

  const result = resultOf(page);
  await expect(result).toHaveText(/^Approved\. Refunded \$42\.00/);
  await expect(result).toContainText("Refund $42.00, Visa ending 2224");
  const payment = page.getByRole("region", { name: "Payment" });
  await expect(payment).toContainText("Partly refunded");
  await expect(payment).toContainText("Refunded $42.00, $137.26 left");
  await action(actions, "Refund").click();
  await expect(dialog).toContainText(/Sold\s*179\.26\s*Given back\s*−42\.00\s*Left\s*137\.26/);
  await expect(dialog.getByLabel("Amount", { exact: true })).toHaveValue("137.26");
  await dialog.getByLabel("Amount", { exact: true }).fill("137.27");
  await page.keyboard.press("Control+Enter");
  await expect(dialog.getByLabel("Amount", { exact: true })).toHaveAccessibleDescription(
    /Only \$137\.26 is left to refund/,
  );
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await action(actions, "Quick refund").click();
  const quick = page.getByRole("dialog", { name: /^Quick refund/ });
  await expect(quick).toContainText(/Left\s*137\.26/);
  await page.keyboard.press("Control+Enter");
  await expect(quick.getByLabel("Reason")).toHaveAccessibleDescription(/Say why/);
  await quick.getByLabel("Reason").selectOption("Goods returned");
  await page.keyboard.press("Control+Enter");
  await expect(result).toHaveText(/^Approved\. Refunded \$137\.26/);
  await expect(payment).toContainText("Refunded $179.26, nothing left");
  await expect(actions).toContainText("Quick refund: nothing left");
  await expect(action(actions, "Refund")).toHaveCount(0);

  await result.getByRole("link", { name: "Open the refund" }).click();
  await expect(page.getByRole("region", { name: "Payment" })).toContainText("−$137.26");

  await test.step("what was done on this console is listed with its outcome and a link to the payment", async () => {
    await openFromMenu(page, "Transactions");
    await page.getByRole("link", { name: "Command log" }).click();
    const row = page.getByRole("row").filter({ hasText: "137.26" });
    await expect(row).toContainText("Quick refund, Visa ending 2224");
    await expect(row).toContainText("−137.26");
    await expect(row).toContainText("Approved");
    await page.getByRole("group").getByText("Unknown", { exact: true }).click();
    await expect(page).toHaveURL(/state=unknown/);
    await expect(row).toHaveCount(0);
    await page.getByRole("group").getByText("All", { exact: true }).click();
    await row.getByRole("link").click();
    await expect(page).toHaveURL(/\/transactions\/\w{15}$/);
    await expect(payment).toContainText("137.26");
  });
});
