import { expect, test } from "#e2e/support/console.ts";
import { attemptId, chargeCard } from "#e2e/support/pages/charge-card.ts";
import { expectRowVisible } from "#e2e/support/pages/expect-row-visible.ts";
import { testPassword } from "#e2e/support/test-secrets.ts";

// A console of its own: what other tests decide in these minutes would be a difference of the open batch.
test.use({ settings: { MERCHANT_NAME: "Reconciled Street Flowers" } });

const card = "4000100011112224";

test("a batch with a sale and a void made elsewhere is explained to the cent and signed once, with the password", {
  tag: "@both-stores",
}, async ({ as, console }) => {
  const manager = await as("manager");
  await expect(await chargeCard(manager, { amount: "36.00", number: card, invoice: "R-1" })).toHaveText(
    /^Approved/,
  );
  await attemptId(manager);
  await expect(await chargeCard(manager, { amount: "12.50", number: card, invoice: "R-2" })).toHaveText(
    /^Approved/,
  );
  await attemptId(manager);
  const { body: current } = await console.gateway("GET", "/batches/current");
  const { key } = current as { key: string }; // a payment has just opened it
  const { body: listed } = await console.gateway("GET", `/batches/${key}/transactions`);
  const { data } = listed as { data: { key: string; invoice?: string }[] };
  const voided = data.find(({ invoice }) => invoice === "R-1");
  await console.gateway("POST", "/transactions", { command: "void", trankey: voided?.key });
  await console.gateway("POST", "/transactions", {
    command: "sale",
    amount: "24.00",
    invoice: "W-3391",
    creditcard: { number: card, expiration: "1249" },
  });
  const page = await as("bookkeeper");
  await page.goto(`/batches/${key}/reconciliation`);
  const unread = page.getByRole("region", { name: "Gateway's total" });
  await expect(unread).toContainText("Not compared yet.");
  await expect(unread).not.toContainText(/\$|cause\b|Left without/);
  await console.control("POST", "/batches/current/close");

  await page.goto(`/batches/${key}`);
  await page.getByRole("link", { name: /^Reconciliation/ }).click();
  const causes = page.getByRole("table", { name: "Causes" });
  await expectRowVisible(causes, {
    Amount: "+24.00",
    Cause: /^Taken outside this console/,
    See: "Invoice W-3391",
  });
  await expectRowVisible(causes, {
    Amount: "−36.00",
    Cause: /^Voided outside this console/,
    See: "Invoice R-1",
  });
  await expect(causes).toContainText("Journal $48.50 − 36.00 + 24.00 = $36.50, the gateway's total.");
  await expectRowVisible(page.getByRole("table", { name: "By clerk" }), { Batch: "12.50", Journal: "48.50" });

  const form = page.getByRole("form", { name: "Sign the batch" });
  await form.getByLabel("Note", { exact: true }).fill("Web store sale confirmed.");
  await form.getByLabel("Your password").fill("not the password");
  await form.getByRole("button", { name: "Sign $36.50" }).click();
  await expect(form.getByRole("alert")).toHaveText("This is not your password.");
  await form.getByLabel("Your password").fill(testPassword);
  await form.getByLabel("Your password").press("Control+Enter");
  const signature = page.getByRole("region", { name: "Signature" });
  await expect(signature).toContainText("Signed: $36.50, every difference explained");
  await expect(form).toHaveCount(0);

  await page.reload();
  await expect(signature).toContainText("Web store sale confirmed.");
  await page.goto("/batches");
  await expectRowVisible(page.getByRole("table", { name: "Batches" }), {
    Total: "$36.50 3",
    Status: /^Signed/,
  });
});

test("a clerk can neither see a reconciliation nor read it by its address", async ({ as }) => {
  const page = await as("clerk");
  await page.goto("/batches/1t1abc/reconciliation");
  await expect(page.getByText("Reconcile and sign batches")).toBeVisible();
  const answer = await page.request.get("/api/console/reconciliation/1t1abc");
  expect(answer.status()).toBe(403);
});
