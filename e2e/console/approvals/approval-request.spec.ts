import type { Locator, Page } from "@playwright/test";
import { auditSince } from "#e2e/support/audit-since.ts";
import { expect, test } from "#e2e/support/console.ts";
import { axeViolations } from "#e2e/support/pages/axe-violations.ts";
import {
  chargeCard,
  chargeNextCard,
  chargeShownForm,
  resultOf,
  visa,
} from "#e2e/support/pages/charge-card.ts";
import { takePaymentAtGateway } from "#e2e/support/pages/take-payment-at-gateway.ts";
import { actionButton, openActions, openNextActions } from "#e2e/support/pages/transaction-page.ts";
import type { RunningConsole } from "#e2e/support/running-console.ts";
import { testPassword } from "#e2e/support/test-secrets.ts";

test.use({
  merchantSettings: {
    MONEY_LIMITS:
      "clerk refund 100.00/300.00, clerk charge 200.00, clerk void 50.00, manager refund 150.00, manager void 60.00",
  },
});

const question = (page: Page) => page.getByRole("dialog");
const notice = (page: Page) => page.getByRole("region", { name: "Approvals", exact: true });
const waiting = (page: Page) => page.getByRole("region", { name: "Waiting for you" });
const request = (page: Page) => page.getByRole("complementary", { name: "Request from Mira Castellanos" });

async function settledSale(console: RunningConsole, amount: string): Promise<string> {
  const key = await takePaymentAtGateway(console, { amount, invoice: `inv${amount.replace(".", "")}` });
  await console.closeBatch();
  return key;
}

/** A clerk asks to refund all of the payment that is shown, which is above their limit. */
async function sendRequest(page: Page, actions: Locator, note = ""): Promise<void> {
  await actionButton(actions, "Refund").click();
  await expect(question(page)).toContainText("Refund");
  await page.keyboard.press("Control+Enter");
  await expect(question(page).getByRole("heading")).toContainText("needs approval");
  await page.getByText("Send a request", { exact: true }).click();
  await page.getByLabel("Note to them").fill(note);
  await page.keyboard.press("Enter");
  await expect(question(page)).toContainText("Waiting for approval");
}

/** On the page Approvals. */
async function approve(page: Page): Promise<void> {
  await request(page).getByLabel("Your password").fill(testPassword);
  await page.keyboard.press("Enter");
  await expect(request(page)).toHaveCount(0);
}

test("a clerk's request shows on the manager's page, and once it is approved the clerk's dialog sends it @both-stores", async ({
  as,
  console,
}) => {
  test.slow(); // several people, one after the other
  const audited = await auditSince(console);
  const [clerk, manager] = [await as("clerk"), await as("manager")];
  await manager.goto("/account");
  const key = await settledSale(console, "148.00");
  await sendRequest(clerk, await openActions(clerk, key), "Photo of the vase on file");
  await expect(question(clerk)).toContainText("Helen Park");
  await expect(question(clerk).getByRole("timer")).toHaveText(/^1[45]:\d\d$/);
  expect(await axeViolations(clerk)).toEqual([]);

  // Wherever the manager is.
  await expect(notice(manager)).toContainText("Mira Castellanos asks for approval: Refund $148.00.", {
    timeout: 8000,
  });
  await expect(manager).toHaveTitle(/^\(1\) /);
  await expect(manager.getByRole("link", { name: /^Approvals/ })).toContainText("1");
  expect(await axeViolations(manager)).toEqual([]);
  await notice(manager).getByRole("link", { name: "Review" }).click();
  await expect(waiting(manager)).toContainText("Refund, Visa ending 2224");
  await expect(waiting(manager)).toContainText("Limit $100.00 per transaction.");
  await expect(request(manager)).toContainText("$148.00");
  await expect(request(manager)).toContainText("Photo of the vase on file");
  await expect(request(manager)).toContainText("Refund per transaction148.00 of 100.00");
  await expect(request(manager).getByRole("link", { name: "Invoice inv14800" })).toHaveAttribute(
    "href",
    `/transactions/${key}`,
  );
  expect(await axeViolations(manager)).toEqual([]);
  await request(manager).getByRole("button", { name: "Approve" }).click();
  await expect(request(manager)).toContainText("Enter your password.");
  await request(manager).getByLabel("Your password").fill("not my password");
  await manager.keyboard.press("Enter");
  await expect(request(manager).getByRole("alert")).toContainText("This is not the password of Tobias");
  await request(manager).getByLabel("Your password").fill(testPassword);
  await manager.keyboard.press("Enter");

  await expect(question(clerk)).toHaveCount(0);
  await expect(resultOf(clerk)).toHaveText(/^Approved/);
  await expect(resultOf(clerk)).toContainText("Approved by Tobias Lindqvist.");
  await expect(clerk.getByRole("region", { name: "Timeline" })).toContainText("Approved by Tobias Lindqvist");
  await expect(waiting(manager)).toContainText("Nothing is waiting for you");
  await expect(manager).toHaveTitle(/^Approvals/);
  const decided = manager.getByRole("table", { name: "Decided today" });
  await expect(decided.getByRole("row").nth(1)).toContainText("Approved by Tobias Lindqvist");
  const log = await (await as("admin")).request.get("/audit");
  for (const event of ["Approval requested", "Request approved", "Payment approved above a limit"])
    expect(await log.text()).toContain(event);
  expect(await audited()).toEqual(
    expect.arrayContaining(["approval.requested", "approval.approved", "payment.approved"]),
  );
});

test("a refused request says why, one that no one decides ends, a canceled one leaves the list, and one whose page was closed is continued under Approvals", async ({
  as,
  console,
}) => {
  test.setTimeout(180_000);
  const [clerk, manager] = [await as("clerk"), await as("manager")];
  await sendRequest(clerk, await openActions(clerk, await settledSale(console, "149.00")));
  await manager.goto("/approvals");
  await request(manager).getByRole("button", { name: "Refuse" }).click();
  await expect(request(manager)).toContainText("Say why, so that they know what to do.");
  await request(manager).getByLabel("Note to Mira").fill("Refund half, we delivered the vase");
  await request(manager).getByRole("button", { name: "Refuse" }).click();
  await expect(question(clerk).getByRole("alert")).toContainText("Not approved by Tobias Lindqvist.");
  await expect(question(clerk).getByRole("alert")).toContainText("“Refund half, we delivered the vase”");
  await expect(question(clerk).getByRole("alert")).toContainText("No money moved.");
  expect(await axeViolations(clerk)).toEqual([]);
  await clerk.getByRole("button", { name: "Close" }).click();
  await expect(question(clerk)).toHaveCount(0);
  await expect(clerk.getByRole("region", { name: "Payment" })).not.toContainText("Refunded");

  const next = async (amount: string) => openNextActions(clerk, console, await settledSale(console, amount));

  await test.step("a request that no one decides in time ends, says so, and can be sent again", async () => {
    await sendRequest(clerk, await next("147.00"));
    await expect(request(manager)).toContainText("$147.00");
    await console.inStore((store) =>
      store
        .updateTable("approval_requests")
        .set({ expires_at: Date.now() - 1 })
        .where("state", "=", "waiting")
        .execute(),
    );
    const alert = question(clerk).getByRole("alert");
    await expect(alert).toContainText("No one decided in time.");
    await expect(alert).toContainText("No money moved.");
    await expect(waiting(manager)).toContainText("Nothing is waiting for you");
    await clerk.getByRole("button", { name: "Ask again" }).click();
    await clerk.getByRole("button", { name: "Send request" }).click();
    await expect(question(clerk)).toContainText("Waiting for approval");
  });

  await test.step("a canceled request leaves the manager's list, and the refund is approved at the workstation after all", async () => {
    await expect(request(manager)).toContainText("$147.00");
    await clerk.getByRole("button", { name: "Cancel request" }).click();
    await expect(clerk.getByRole("button", { name: "Send request" })).toBeVisible();
    await expect(waiting(manager)).toContainText("Nothing is waiting for you");
    await clerk.getByRole("button", { name: "Send request" }).click();
    await expect(question(clerk)).toContainText("Waiting for approval");
    await clerk.getByText("Approve at this workstation", { exact: true }).click();
    await clerk.getByLabel(/'s password/).fill(testPassword);
    await clerk.keyboard.press("Enter");
    await expect(resultOf(clerk)).toHaveText(/^Approved/);
    await expect(waiting(manager)).toContainText("Nothing is waiting for you");
  });

  await test.step("a refund whose page was closed waits under Approvals, and its clerk continues it there", async () => {
    await sendRequest(clerk, await next("146.00"));
    await clerk.getByRole("button", { name: "Close, keep waiting" }).click();
    await expect(question(clerk)).toHaveCount(0);
    await approve(manager);
    await expect(notice(clerk)).toContainText("Refund $146.00 is approved.", { timeout: 10_000 });
    await notice(clerk).getByRole("link", { name: "Continue" }).click();
    const own = clerk.getByRole("region", { name: "Your requests" });
    await expect(own).toContainText("Nothing is sent before you continue.");
    expect(await axeViolations(clerk)).toEqual([]);
    await own.getByRole("button", { name: "Continue: refund $146.00" }).click();
    await expect(clerk).toHaveURL(/\/(charge|transactions)\//);
    await expect(clerk.getByRole("main")).toContainText("Approved by Tobias Lindqvist");
  });
});

test("a charge waits on its own page, which sends it with the card once it is approved", async ({ as }) => {
  const [clerk, manager] = [await as("clerk"), await as("manager")];
  await chargeCard(clerk, { amount: "260.00", number: visa, name: "Ada Okafor" });
  await clerk.getByText("Send a request", { exact: true }).click();
  await clerk.getByRole("button", { name: "Send request" }).click();
  await expect(question(clerk)).toContainText("Keep this page open");
  await expect(question(clerk).getByRole("button", { name: "Close, keep waiting" })).toHaveCount(0);
  await manager.goto("/approvals");
  await approve(manager);
  await expect(resultOf(clerk)).toHaveText(/^Approved/);
  await expect(resultOf(clerk)).toContainText("Approved byTobias Lindqvist");

  // Without the dialog the card is forgotten, and so is the request.
  await chargeNextCard(clerk, { amount: "261.00", number: visa, name: "Ada Okafor" });
  await clerk.getByText("Send a request", { exact: true }).click();
  await clerk.getByRole("button", { name: "Send request" }).click();
  await expect(question(clerk)).toContainText("Keep this page open");
  await clerk.keyboard.press("Escape");
  await expect(clerk.getByLabel("Amount", { exact: true })).toHaveValue("261.00");
  const decided = manager.getByRole("table", { name: "Decided today" });
  await expect(decided.getByRole("row", { name: /Canceled.*261\.00/ })).toBeVisible();

  // Nor does it outlive a page that is closed.
  await chargeShownForm(clerk, { amount: "262.00", number: visa, name: "Ada Okafor" });
  await clerk.getByText("Send a request", { exact: true }).click();
  await clerk.getByRole("button", { name: "Send request" }).click();
  await expect(request(manager)).toContainText("$262.00");
  await clerk.goto("about:blank");
  await expect(request(manager)).toHaveCount(0);
  await expect(decided.getByRole("row", { name: /Canceled.*262\.00/ })).toBeVisible();
});
