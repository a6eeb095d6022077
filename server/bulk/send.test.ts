import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningSandbox, startSandbox } from "#e2e/support/sandbox.ts";
import { until } from "#e2e/support/until.ts";
import type { BulkTotal } from "#lib/bulk/bulk-totals.ts";
import { addToTotals } from "#lib/bulk/bulk-totals.ts";
import { checkLine } from "#lib/bulk/check-line.ts";
import type { FileMends } from "#lib/bulk/file-plan.ts";
import { SliceDigest } from "#lib/bulk/slice-digest.ts";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { findFile } from "./files.ts";
import { findKnown, rowDigester } from "./known-lines.ts";
import { prepareFile, releaseFile } from "./release.ts";
import { adoptSending } from "./resolve.ts";
import { sendFile } from "./send.ts";

const clerk = { id: "u1", name: "Ruth Adeyemi" };
const noMends: FileMends = { mended: {}, leftOut: [] };
const card = "4000100011112224";
let sandbox: RunningSandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
  process.env.GATEWAY_URL = sandbox.url;
  process.env.GATEWAY_API_KEY = sandbox.key;
  process.env.GATEWAY_API_PIN = sandbox.pin;
  process.env.AUTH_SECRET = "a".repeat(40);
  process.env.GATEWAY_TIMEOUT_MS = "5000";
});
afterAll(() => sandbox.stop());

let files = 0;

/** A file of `count` card sales, unlike any before. */
function fileOf(count: number): string {
  files += 1;
  const rows = Array.from({ length: count }, (_, i) => `${card},1249,${(i % 50) + 1}.25,file-${files}-${i}`);
  return `Card Number,exp,amount,orderid\n${rows.join("\n")}\n`;
}

async function released(text: string, { lines = undefined as number | undefined } = {}): Promise<string> {
  const digest = new SliceDigest();
  await digest.update(new TextEncoder().encode(text));
  const totals: BulkTotal[] = [];
  const rows = text.trim().split("\n").slice(1);
  for (const row of rows) {
    const [ccnum = "", ccexp = "", amount = "", orderid = ""] = row.split(",");
    const check = checkLine({ ccnum, ccexp, amount, orderid }, "2026-11");
    if (check.kind === "good") addToTotals(totals, check);
  }
  const id = randomUUID();
  const good = totals.reduce((sum, { count }) => sum + count, 0);
  const prepared = await prepareFile(clerk, {
    id,
    name: "payroll.csv",
    size: text.length,
    sha256: await digest.end(),
    rows: lines ?? rows.length,
    good,
    leftOut: rows.length - good,
    mended: 0,
    plan: { encoding: "utf-8", separator: ",", mapping: ["ccnum", "ccexp", "amount", "orderid"] },
    totals,
  });
  if (!prepared.ok) throw new Error(prepared.problem.message);
  await releaseFile({ id: "u2", name: "Mira" }, { id });
  return id;
}

function formOf(text: string, mends: unknown = noMends): Request {
  const form = new FormData();
  form.append("mends", JSON.stringify(mends));
  form.append("file", new Blob([text]), "payroll.csv");
  return new Request("http://console/send", { method: "POST", body: form });
}

/** The same, of which only the beginning comes before the gate opens. */
async function heldForm(text: string, gate: Promise<void>): Promise<Request> {
  const whole = formOf(text);
  const bytes = new Uint8Array(await whole.clone().arrayBuffer());
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes.slice(0, 40_000)),
    pull: async (controller) => {
      await gate;
      controller.enqueue(bytes.slice(40_000));
      controller.close();
    },
  });
  const headers = { "content-type": whole.headers.get("content-type") ?? "" };
  return new Request(whole.url, { method: "POST", headers, body, duplex: "half" } as RequestInit);
}

const rowOf = (id: string) =>
  db().selectFrom("bulk_files").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

const groups = async () => (await sandbox.control("GET", "/state")).groups as number;
/** What broke off is cleared away a moment later. */
const noGroupMore = (before: number) => until(async () => (await groups()) === before, 10_000);

describeStores("a released file", (open) => {
  beforeAll(async () => useStore((await open()).db));

  test("goes to the gateway once, line for line, under a name that carries our reference", async () => {
    const text = fileOf(300);
    const id = await released(text);
    const [one, two] = await Promise.all([
      sendFile(clerk, id, formOf(text)),
      sendFile(clerk, id, formOf(text)),
    ]);
    const sent = one.ok && one.value.state === "sent" ? one : two;
    if (!sent.ok) throw new Error(sent.problem.message);
    expect([one.ok, two.ok].filter(Boolean).length).toBe(1);
    expect(sent.value).toMatchObject({
      state: "sent",
      upload: { lines: 300, transactions: 300, errors: 0, dupes: 0 },
    });
    const group = await sandbox.request("GET", `/bulk_transactions/${sent.value.bulkKey}`);
    expect(group.body.filename).toBe(`payroll-${sent.value.reference}.csv`);
    const { rows } = await db()
      .selectFrom("bulk_lines")
      .select((eb) => eb.fn.countAll<number>().as("rows"))
      .where("file_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(rows).toBe(300);
    // As the desk asks about row 7, whatever the security code it was typed with.
    const [ccnum = "", ccexp = "", amount = "", orderid = ""] = text.split("\n")[6]?.split(",") ?? [];
    const asked = rowDigester()({ ccnum, ccexp, amount, orderid, cvc: "123" });
    expect(await findKnown([asked])).toMatchObject([{ digest: asked, row: 7, fileName: "payroll.csv" }]);
    const { digest } = await db()
      .selectFrom("bulk_lines")
      .select("digest")
      .where("file_id", "=", id)
      .where("row", "=", 7)
      .executeTakeFirstOrThrow();
    expect(digest).not.toContain(asked);
    expect(await sendFile(clerk, id, formOf(text))).toMatchObject({ ok: false });
  });

  test("that was changed since it was checked does not run, and may not be passed off as another", async () => {
    const text = fileOf(50);
    const id = await released(text);
    const before = await groups();
    for (const changed of [
      text.replace("3.25", "9.25"),
      `${text}${card},1249,5.00,one-more\n`,
      text.split("\n").slice(0, -2).join("\n"),
    ]) {
      const result = await sendFile(clerk, id, formOf(changed));
      expect(result).toMatchObject({ ok: true, value: { state: "unsent" } });
      expect(result.ok && result.value.problem).toContain("Nothing was sent");
    }
    await noGroupMore(before);
    expect(await sendFile(clerk, id, formOf(text))).toMatchObject({ ok: true, value: { state: "sent" } });
  });

  test("goes with its lines mended and without those left out", async () => {
    const text = fileOf(10);
    const id = await released(text.replace("4.25", "none"));
    const mended = text.replace("4.25", "none");
    const result = await sendFile(clerk, id, formOf(mended, { mended: {}, leftOut: [5] }));
    expect(result).toMatchObject({ ok: true, value: { state: "sent", upload: { lines: 9 } } });
  });

  test("that does not arrive whole from the browser is not sent, and may be sent again", async () => {
    const text = fileOf(2000);
    const id = await released(text);
    const before = await groups();
    const whole = formOf(text);
    const type = whole.headers.get("content-type") ?? "";
    const bytes = new Uint8Array(await whole.arrayBuffer()).subarray(0, 40_000);
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes),
      pull: (controller) => controller.error(new Error("the browser went away")),
    });
    const cut = new Request("http://console/send", {
      method: "POST",
      headers: { "content-type": type },
      body,
      duplex: "half",
    } as RequestInit);
    expect(await sendFile(clerk, id, cut)).toMatchObject({ ok: true, value: { state: "unsent" } });
    await noGroupMore(before);
    expect(await sendFile(clerk, id, formOf(text))).toMatchObject({ ok: true, value: { state: "sent" } });
  });

  test("whose answer is lost is never called unsent", async () => {
    const text = fileOf(20);
    const id = await released(text);
    await sandbox.control("POST", "/faults", {
      kind: "reset-after-commit",
      path: "/bulk_transactions",
      times: 1,
    });
    const before = await groups();
    expect(await sendFile(clerk, id, formOf(text))).toMatchObject({ ok: true, value: { state: "unknown" } });
    expect(await groups()).toBe(before + 1);
    expect(await sendFile(clerk, id, formOf(text))).toMatchObject({ ok: false });
    await sandbox.control("DELETE", "/faults");
  });

  test("half handed over by a process that is taken for dead never ends there, and is sent again, once", async () => {
    const text = fileOf(2000);
    const id = await released(text);
    const before = await groups();
    let goOn = () => {};
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const stuck = sendFile(clerk, id, await heldForm(text, gate));
    await until(async () => (await rowOf(id)).end_left === 0, 5000);
    await adoptSending(["another"]);
    goOn();
    expect(await stuck).toMatchObject({ ok: true, value: { state: "unsent" } });
    await noGroupMore(before);
    expect(await sendFile(clerk, id, formOf(text))).toMatchObject({
      ok: true,
      value: { state: "sent", upload: { lines: 2000, dupes: 0 } },
    });
    expect(await groups()).toBe(before + 1);
  });

  test("handed over whole by a process that is taken for dead is unknown, until that process hears the answer after all", async () => {
    const text = fileOf(20);
    const id = await released(text);
    await sandbox.control("POST", "/faults", {
      kind: "slow",
      delayMs: 1500,
      path: "/bulk_transactions",
      times: 1,
    });
    const sending = sendFile(clerk, id, formOf(text));
    await until(async () => (await rowOf(id)).end_left === 1, 5000);
    await adoptSending(["another"]);
    expect(await findFile(id)).toMatchObject({ state: "unknown" });
    expect(await sendFile(clerk, id, formOf(text))).toMatchObject({ ok: false });
    expect(await sending).toMatchObject({
      ok: true,
      value: { state: "sent", upload: { lines: 20 }, nextLookAt: undefined },
    });
  });

  test("that the gateway refuses says its reason", async () => {
    const text = fileOf(20);
    const first = await released(text);
    await sendFile(clerk, first, formOf(text));
    const again = await released(text);
    const result = await sendFile(clerk, again, formOf(text));
    expect(result).toMatchObject({ ok: true, value: { state: "refused" } });
    expect(result.ok && result.value.problem).toMatch(/uploaded before/);
  });

  test("of somebody else, or without its mends, is not sent", async () => {
    const text = fileOf(5);
    const id = await released(text);
    expect(await sendFile({ id: "u9", name: "Eve" }, id, formOf(text))).toMatchObject({ ok: false });
    expect(await sendFile(clerk, id, formOf(text, "nonsense"))).toMatchObject({
      ok: true,
      value: { state: "unsent" },
    });
  });
});
