import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { postBulkFile } from "#e2e/support/post-bulk-file.ts";
import type { RunningConsole } from "#e2e/support/running-console.ts";
import { storyFileDigest } from "#e2e/support/story-digest.ts";
import type { BulkFile } from "#lib/bulk/bulk-file.ts";
import { SliceDigest } from "#lib/bulk/slice-digest.ts";
import { bulkGroup } from "#lib/gateway/bulk.ts";
import { fileRow } from "#server/bulk/test-gateway.ts";
import { openStore } from "#server/db/db.ts";

/** A file in the gateway's own columns, every line for 1.00 and with a reference of its own. */
const linesOf = (mark: string, count: number) =>
  `amount,ccnum,ccexp,orderid\n${Array.from({ length: count }, (_, n) => `1.00,4000100011112224,1249,${mark}-${n}\n`).join("")}`;

test.beforeEach(async ({ console }) => {
  await console.control("POST", "/reset");
});

test("a console killed before it had handed over a whole file calls it unsent, and it is sent again, once", async ({
  as,
  console,
}) => {
  test.setTimeout(180_000);
  const text = linesOf("before", 12_000);
  const page = await as("manager");
  const { id, post } = await released(page, console, text, 12_000);
  const { gate, open } = gateOf();
  const broken = post(
    (async function* () {
      yield Buffer.from(text.slice(0, 400_000));
      await gate;
    })(),
  ).catch(() => "the connection broke");
  // Lines have left for the gateway.
  await expect.poll(() => linesNoted(console, id), { timeout: 20_000 }).toBeGreaterThan(0);
  await console.kill9Console();
  open();
  expect(await broken).toBe("the connection broke");
  await console.restart();

  await page.goto(`/bulk/${id}`);
  await expect(page.getByText("Nothing of it runs: send it again.")).toBeVisible({ timeout: 30_000 });
  const answer: { value: BulkFile } = JSON.parse(await post([Buffer.from(text)]));
  expect(answer.value).toMatchObject({ state: "sent", upload: { lines: 12_000, dupes: 0, errors: 0 } });
  expect(await console.control("GET", "/state")).toMatchObject({ groups: 1 });
});

test("a console killed when it had handed over a whole file does not know, and finds the file by its own references", async ({
  as,
  console,
}) => {
  test.setTimeout(180_000);
  const text = linesOf("after", 40);
  const page = await as("manager");
  const { id, post } = await released(page, console, text, 40);
  await console.control("POST", "/faults", {
    kind: "slow",
    delayMs: 60_000,
    path: "/bulk_transactions",
    times: 1,
  });
  const broken = post([Buffer.from(text)]).catch(() => "the connection broke");
  await expect.poll(() => endLeft(console, id), { timeout: 20_000 }).toBe(1);
  await console.kill9Console();
  expect(await broken).toBe("the connection broke");
  await console.restart();

  await page.goto(`/bulk/${id}`);
  await expect(page.getByText("Not known yet")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("The group that runs at")).toBeVisible({ timeout: 30_000 });
  expect(JSON.parse(await post([Buffer.from(text)])).ok).toBe(false);

  // A gateway that had taken it under a name of its own, and ran it while nobody looked.
  const key = await console.uploadBulk("upload-1.csv", text);
  const group = async () => bulkGroup.parse((await console.gateway("GET", `/bulk_transactions/${key}`)).body);
  await expect.poll(async () => (await group()).status).toBe("Completed");
  await expect(page.getByText("Found by its own references: 40 lines of it")).toBeVisible({
    timeout: 60_000,
  });
});

/** Puts a file into the store that this page's person prepared and released, and gives the way to send it. */
async function released(page: Page, { dataDir, origin }: RunningConsole, text: string, good: number) {
  const digest = new SliceDigest();
  await digest.update(Buffer.from(text));
  const store = openStore({ dataDir, databaseUrl: undefined });
  const person = await store
    .selectFrom("users")
    .select(["id", "name"])
    .where("email", "=", "manager@demo.test")
    .executeTakeFirstOrThrow();
  const cents = good * 100;
  const row = fileRow({
    name: "killed.csv",
    size: text.length,
    sha256: await storyFileDigest(await digest.end()),
    rows: good,
    good,
    cents,
    totals: JSON.stringify([{ command: "sale", tender: "card", count: good, cents, withoutAmount: 0 }]),
    plan: JSON.stringify({
      encoding: "utf-8",
      separator: ",",
      mapping: ["amount", "ccnum", "ccexp", "orderid"],
    }),
    state: "released",
    prepared_by_id: person.id,
    prepared_by: person.name,
    sent_at: null,
  });
  await store.insertInto("bulk_files").values(row).execute();
  await store.destroy();
  await page.goto("/bulk");
  const cookies = await page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const post = (pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) =>
    postBulkFile({ origin, cookie, id: row.id, name: row.name }, pieces);
  return { id: row.id, post };
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
    .selectFrom("bulk_lines")
    .select((eb) => eb.fn.countAll<number>().as("rows"))
    .where("file_id", "=", id)
    .executeTakeFirstOrThrow();
  await store.destroy();
  return rows;
}

async function endLeft({ dataDir }: RunningConsole, id: string): Promise<number | null> {
  const store = openStore({ dataDir, databaseUrl: undefined });
  const { end_left } = await store
    .selectFrom("bulk_files")
    .select("end_left")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await store.destroy();
  return end_left;
}
