import type { Locator, Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { resultOf } from "#e2e/support/pages/charge-card.ts";
import { lookupNow } from "#e2e/support/pages/lookup-now.ts";
import { postBulkFile } from "#e2e/support/pages/post-bulk-file.ts";
import type { RunningConsole } from "#e2e/support/running-console.ts";
import type { BulkFile } from "#lib/bulk/file/bulk-file.ts";
import { bulkGroup } from "#lib/gateway/schemas/bulk.ts";
import type { BuiltInRole } from "#lib/permissions.ts";
import { openStore } from "#server/db/db.ts";

/** A file in the gateway's columns; every row is for 1.00 with a unique reference. */
const linesOf = (mark: string, count: number, description = "") =>
  `amount,ccnum,ccexp,orderid,description\n${Array.from({ length: count }, (_, n) => `1.00,4000100011112224,1249,${mark}-${n},${description}\n`).join("")}`;

test.beforeEach(async ({ console }) => {
  await console.control("POST", "/reset");
});

test("a console killed before it uploaded a whole file reports it as unsent, and it is sent once", async ({
  as,
  console,
}) => {
  test.setTimeout(180_000);
  // The console sends rows on once it has read some hundred kB of them: few, but long rows.
  const text = linesOf("before", 500, "Flowers ".repeat(110));
  const page = await as("manager");
  const { bookkeeper, id, name } = await submitted(as, text, 500);
  const post = await sendAs(bookkeeper, console, { id, name });
  // The preparer's page would send the file as soon as it is approved.
  await bookkeeper.close();
  await (await askToApprove(page, name)).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  const { gate, open } = gateOf();
  const broken = post(
    (async function* () {
      yield Buffer.from(text.slice(0, 400_000));
      await gate;
    })(),
  ).catch(() => "the connection broke");
  // Some rows were sent to the gateway.
  await expect.poll(() => linesNoted(console, id), { timeout: 60_000 }).toBeGreaterThan(0);
  await console.kill9Console();
  open();
  expect(await broken).toBe("the connection broke");
  await console.restart();

  await page.goto(`/bulk/${id}`);
  await expect(page.getByText("None of it is running: send it again.")).toBeVisible({ timeout: 30_000 });
  const answer: { value: BulkFile } = JSON.parse(await post([Buffer.from(text)]));
  expect(answer.value).toMatchObject({ state: "sent", upload: { lines: 500, dupes: 0, errors: 0 } });
  expect(await console.control("GET", "/state")).toMatchObject({ groups: 1 });
});

test("a file of a console killed after it uploaded all of it is unknown, never called unsent, and found by its references", async ({
  as,
  console,
}) => {
  test.setTimeout(180_000);
  const text = linesOf("after", 40);
  const manager = await as("manager");
  const { bookkeeper, id, name } = await submitted(as, text, 40);
  const confirm = await askToApprove(manager, name);
  await console.control("POST", "/faults", {
    kind: "slow",
    delayMs: 60_000,
    path: "/bulk_transactions",
    // Open pages also read groups below this path.
    times: 10,
  });
  await confirm.click();
  await expect.poll(() => endLeft(console, id), { timeout: 60_000 }).toBe(1);
  await console.kill9Console();

  await test.step("the page that sends it never calls it unsent", async () => {
    const result = resultOf(bookkeeper);
    await expect(result).toContainText("We don't know yet. Do not send it again.", { timeout: 30_000 });
    await expect(result).not.toContainText("has not left this computer");
    await console.restart();
    await console.control("DELETE", "/faults");
    await expect(result).toContainText("The console is looking for the file at the gateway", {
      timeout: 60_000,
    });
    await expect(result).not.toContainText("Nothing was sent");
  });

  await test.step("its own page reports it as unknown, and it can't be sent again", async () => {
    await manager.goto(`/bulk/${id}`);
    await expect(manager.getByText("Not known yet")).toBeVisible({ timeout: 30_000 });
    await expect(manager.getByText("The running group at")).toBeVisible({ timeout: 30_000 });
    const post = await sendAs(bookkeeper, console, { id, name });
    expect(JSON.parse(await post([Buffer.from(text)])).ok).toBe(false);
  });

  await test.step("it is found by its references in a group of another name", async () => {
    // The gateway accepted it under another name and ran it meanwhile.
    const key = await console.uploadBulk("upload-1.csv", text);
    const group = async () =>
      bulkGroup.parse((await console.gateway("GET", `/bulk_transactions/${key}`)).body);
    await expect.poll(async () => (await group()).status, { timeout: 60_000 }).toBe("Completed");
    await lookupNow(console, id);
    await expect(manager.getByText("Found by its rows: 40 rows among")).toBeVisible({ timeout: 60_000 });
  });
});

/** Sends the file of this page's user when the returned function is called with its bytes. */
async function sendAs(page: Page, { origin }: RunningConsole, file: { id: string; name: string }) {
  const cookies = await page.context().cookies();
  const cookie = cookies.map((one) => `${one.name}=${one.value}`).join("; ");
  return (pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) =>
    postBulkFile({ origin, cookie, ...file }, pieces);
}

async function submitted(as: (role: BuiltInRole) => Promise<Page>, text: string, good: number) {
  const name = `killed-${good}.csv`;
  const bookkeeper = await as("bookkeeper");
  await bookkeeper.goto("/bulk/new");
  const input = bookkeeper.getByLabel("Bulk file");
  await expect(bookkeeper.getByRole("button", { name: /^Choose a file/ })).toBeEnabled();
  await input.setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  await bookkeeper.getByRole("button", { name: /^Submit [\d,]+ rows/ }).click();
  await bookkeeper
    .getByRole("dialog")
    .getByRole("button", { name: /^Submit/ })
    .click();
  await expect(resultOf(bookkeeper)).toContainText("Waiting for a second person");
  const { files } = await (await bookkeeper.request.get("/api/console/bulk/files?limit=100")).json();
  const { id } = (files as BulkFile[]).find((file) => file.name === name) ?? { id: "" };
  return { bookkeeper, id, name };
}

/** Opens the dialog; returns the approve button. */
async function askToApprove(page: Page, name: string): Promise<Locator> {
  await page.goto("/bulk");
  await page.getByRole("article", { name }).getByRole("button", { name: "Approve" }).click();
  return page.getByRole("dialog").getByRole("button", { name: /^Approve/ });
}

function gateOf(): { gate: Promise<void>; open: () => void } {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { gate, open: () => open() };
}

async function linesNoted({ dataDir }: RunningConsole, id: string): Promise<number> {
  const store = openStore({ dataDir, databaseUrl: undefined });
  const { rows } = await store
    .selectFrom("bulk_rows")
    .select((eb) => eb.fn.countAll<number>().as("rows"))
    .where("file_id", "=", id)
    .executeTakeFirstOrThrow();
  await store.destroy();
  return rows;
}

async function endLeft({ dataDir }: RunningConsole, id: string): Promise<number | null> {
  const store = openStore({ dataDir, databaseUrl: undefined });
  const { end_sent } = await store
    .selectFrom("bulk_files")
    .select("end_sent")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await store.destroy();
  return end_sent;
}
