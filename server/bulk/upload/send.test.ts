import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type RunningSandbox, startSandbox } from "#e2e/support/sandbox.ts";
import { until } from "#e2e/support/until.ts";
import { preparation } from "#lib/bulk/file/bulk-file.ts";
import type { FilePlan } from "#lib/bulk/file/file-plan.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { cacheResults } from "#server/gateway-cache/cached-results.ts";
import { listOpenNotices } from "#server/payments/attempts/notices.ts";
import { fingerprintOf } from "#server/payments/card-data/fingerprint.ts";
import { readRefundTotals } from "#server/payments/follow-up/refund-totals.ts";
import { findReview } from "../approvals.ts";
import { approveFile, prepareFile } from "../approve-file.ts";
import { decideFile } from "../decide.ts";
import { findFile, listFiles } from "../files.ts";
import { findKnown, rowDigester } from "../known-rows.ts";
import { adoptSending, resolveFiles } from "../resolve.ts";
import { CounterMatch } from "../results/counter-payments.ts";
import { noEdits, preparationOf } from "../test-preparation.ts";
import { sendFile } from "./send.ts";

const clerk = { id: "u1", name: "Ruth Adeyemi" };
const card = "4000100011112224";
let sandbox: RunningSandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ settings: { SANDBOX_RATE_LIMIT: "100000/min,1000000/day" } });
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

const mapping: FilePlan["mapping"] = ["ccnum", "ccexp", "amount", "orderid"];

/** Prepares a file as the page does, and has a second person approve it. */
async function approved(text: string, edits = noEdits): Promise<string> {
  const checked = await preparationOf(text, { mapping, edits });
  const prepared = await prepareFile(clerk, checked);
  if (!prepared.ok) throw new Error(prepared.problem.message);
  await approveFile({ id: "u2", name: "Mira" }, { id: checked.id });
  return checked.id;
}

/** A payment taken at the counter a moment ago; returns its id. */
async function insertCounterSale(
  number: string,
  cents: number,
  answer = { result_code: "A" },
): Promise<string> {
  const id = crypto.randomUUID();
  await db()
    .insertInto("attempts")
    .values({
      id,
      reference: id,
      process_id: "counter",
      user_id: "u3",
      user_name: "Ben Alvarez",
      command: "sale",
      tender: "card",
      payer: "Visa ending 2224",
      amount_cents: cents,
      fingerprint: await fingerprintOf({ creditcard: { number } }),
      digest: "d",
      request: "{}",
      state: "answered",
      answer: JSON.stringify(answer),
      prepared_at: Date.now(),
      outcome_at: Date.now(),
      lookups: 0,
    })
    .execute();
  return id;
}

function formOf(text: string, edits: unknown = noEdits, confirmed: string[] = []): Request {
  const form = new FormData();
  form.append("edits", JSON.stringify(edits));
  form.append("confirmed", confirmed.join(" "));
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

/** Of a file, as recorded for later files and lookups. */
const rowsKept = (id: string) =>
  Promise.all(
    (["bulk_rows", "bulk_traces"] as const).map(async (table) => {
      const rows = await db().selectFrom(table).select("row").where("file_id", "=", id).execute();
      return rows.length;
    }),
  );

const groups = async () => (await sandbox.control("GET", "/state")).groups as number;
/** What broke off is cleared away a moment later. */
const noGroupMore = (before: number) => until(async () => (await groups()) === before, 10_000);

describeStores("an approved file", (open, onSqlite) => {
  beforeAll(async () => useStore((await open()).db));

  test("goes to the gateway once, row for row, under a name that carries our reference", async () => {
    const text = fileOf(300);
    const id = await approved(text);
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
      .selectFrom("bulk_rows")
      .select((eb) => eb.fn.countAll<number>().as("rows"))
      .where("file_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(rows).toBe(300);
    // As the browser asks about row 7, which has no security code.
    const [ccnum = "", ccexp = "", amount = "", orderid = ""] = text.split("\n")[6]?.split(",") ?? [];
    const asked = rowDigester()({ ccnum, ccexp, amount, orderid, cvc: "123" });
    expect(await findKnown([asked])).toMatchObject([{ digest: asked, row: 7, fileName: "payroll.csv" }]);
    const { digest } = await db()
      .selectFrom("bulk_rows")
      .select("digest")
      .where("file_id", "=", id)
      .where("row", "=", 7)
      .executeTakeFirstOrThrow();
    expect(digest).not.toContain(asked);
    expect(await sendFile(clerk, id, formOf(text))).toMatchObject({ ok: false });
  });

  test("that was changed since it was checked does not run, and may not be passed off as another", async () => {
    const text = fileOf(50);
    const id = await approved(text);
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

  test.each([
    ["bytes", (text: string) => text + fileOf(20_000).slice(32)],
    ["rows", (text: string) => `Card Number,exp,amount,orderid\n${"1,2,3,4\n".repeat(text.length / 8 - 8)}`],
  ])("lets no other file of more %s pass in its place, and keeps none of its rows", async (_, enlarge) => {
    const text = fileOf(50);
    const id = await approved(text);
    const before = await groups();
    const result = await sendFile(clerk, id, formOf(enlarge(text)));
    expect(result).toMatchObject({ ok: true, value: { state: "unsent" } });
    expect(result.ok && result.value.problem).toMatch(/not the one that was approved.* Nothing was sent\.$/);
    expect(await rowsKept(id)).toEqual([0, 0]);
    await noGroupMore(before);
    expect(await sendFile(clerk, id, formOf(text))).toMatchObject({ ok: true, value: { state: "sent" } });
    expect(await rowsKept(id)).toEqual([50, 50]);
  });

  test("keeps no row when it is held back at its end", async () => {
    const text = fileOf(50);
    const id = await approved(text);
    await sendFile(clerk, id, formOf(text.replace("3.25", "9.25")));
    expect(await rowsKept(id)).toEqual([0, 0]);
  });

  test("goes with its rows fixed and without those left out", async () => {
    const text = fileOf(10).replace("4.25", "none").replace("6.25", "?");
    const cells = { ccnum: card, ccexp: "1249", amount: "6.50", orderid: `file-${files}-5` };
    const edits = { fixed: { 7: cells }, excluded: [5] };
    const id = await approved(text, edits);
    const result = await sendFile(clerk, id, formOf(text, edits));
    expect(result).toMatchObject({ ok: true, value: { state: "sent", upload: { lines: 9 } } });
    expect((await listFiles({ limit: 1, offset: 0 })).files).toMatchObject([
      {
        ...{ id, rows: 10, good: 9, excluded: 1, fixed: 1, cents: 5_350, approvedBy: "Mira" },
        totals: [{ command: "sale", tender: "card", count: 9, cents: 5_350, withoutAmount: 0 }],
      },
    ]);
  });

  test("is sent only with the fixes that were approved; others are refused before a connection is opened", async () => {
    const mark = crypto.randomUUID().slice(0, 8);
    const payouts = [
      "command,amount,routing,account,accountholder,orderid",
      `check:credit,4000.00,123456780,111100001111,Ines Ferreira,${mark}`,
      `check:credit,4000.00,123456780,222200002222,Ada Okafor,${mark}`,
      `check:credit,oops,123456780,333300003333,Joel Brandt,${mark}`,
    ].join("\n");
    const columns: FilePlan["mapping"] = [
      "command",
      "amount",
      "routing",
      "account",
      "accountholder",
      "orderid",
    ];
    const fix = {
      command: "check:credit",
      amount: "4000.00",
      routing: "123456780",
      account: "333300003333",
      accountholder: "Joel Brandt",
      orderid: mark,
    };
    const approved = { fixed: { 4: fix }, excluded: [] };
    const checked = await preparationOf(payouts, { mapping: columns, edits: approved });
    expect((await prepareFile(clerk, checked)).ok).toBe(true);
    expect((await approveFile({ id: "u2", name: "Mira" }, { id: checked.id })).ok).toBe(true);
    const own = { ...fix, account: "999900009999", accountholder: "Ruth Adeyemi" };
    const before = await groups();
    const { requests } = await sandbox.control("GET", "/state");
    for (const edits of [
      // The attack: own account and name in every row, same sums.
      { fixed: { 2: own, 3: own, 4: own }, excluded: [] },
      { fixed: { 4: own }, excluded: [] },
      { fixed: { 4: { ...fix, accountholder: "Joel  Brandt" } }, excluded: [] },
      { fixed: { 4: fix, 3: fix }, excluded: [2] },
      noEdits,
    ]) {
      const result = await sendFile(clerk, checked.id, formOf(payouts, edits));
      expect(result).toMatchObject({ ok: true, value: { state: "unsent" } });
      expect(result.ok && result.value.problem).toContain("not the ones that were approved");
    }
    expect((await sandbox.control("GET", "/state")).requests).toEqual(requests);
    expect(await groups()).toBe(before);
    expect(await sendFile(clerk, checked.id, formOf(payouts, approved))).toMatchObject({
      ok: true,
      value: { state: "sent", upload: { lines: 3 } },
    });
    const list = await findReview(checked.id);
    expect(list?.payouts).toMatchObject([
      { row: 2, payee: "Ines Ferreira", to: "Account ending 1111", cents: 400_000 },
      { row: 3, payee: "Ada Okafor", to: "Account ending 2222", cents: 400_000 },
      { row: 4, payee: "Joel Brandt", to: "Account ending 3333", cents: 400_000 },
    ]);
    expect(list?.edits).toEqual([{ row: 4, column: "amount", before: "oops", after: "4000.00" }]);
  });

  test("whose payee changed in the file, with every sum the same, does not run", async () => {
    const text = fileOf(20);
    const id = await approved(text);
    const before = await groups();
    const result = await sendFile(
      clerk,
      id,
      formOf(text.replace(`${card},1249,3.25`, "5555444433332226,1249,3.25")),
    );
    expect(result).toMatchObject({ ok: true, value: { state: "unsent" } });
    await noGroupMore(before);
  });

  test("of which the page showed other payouts than it holds does not run", async () => {
    const text =
      "command,amount,routing,account,accountholder\ncheck:credit,7.00,123456780,111100007777,Eve\n";
    const checked = await preparationOf(text, {
      mapping: ["command", "amount", "routing", "account", "accountholder"],
    });
    const [payout] = checked.approval.review.payouts;
    if (payout) payout.payee = "Ines Ferreira";
    await prepareFile(clerk, checked);
    await approveFile({ id: "u2", name: "Mira" }, { id: checked.id });
    const before = await groups();
    expect(await sendFile(clerk, checked.id, formOf(text))).toMatchObject({ value: { state: "unsent" } });
    await noGroupMore(before);
  });

  test("from before rows were part of the approval is not sent", async () => {
    const text = fileOf(3);
    const id = await approved(text);
    const none = { rows_digest: null, edits_digest: null, review: null };
    await db().updateTable("bulk_files").set(none).where("id", "=", id).execute();
    expect(await sendFile(clerk, id, formOf(text))).toMatchObject({ value: { state: "unsent" } });
  });

  test("keeps neither an account, a card nor a plain digest of the rows in the store", async () => {
    const text = fileOf(3);
    const checked = await preparationOf(text, { mapping });
    await prepareFile(clerk, checked);
    const row = JSON.stringify(await rowOf(checked.id));
    expect(row).not.toContain(card);
    expect(row).not.toContain(checked.approval.rowsDigest);
    expect(row).not.toContain(checked.approval.editsDigest);
  });

  test("with rows that repeat a counter payment is held back until the sender has seen them", async () => {
    const orderid = `counter-${crypto.randomUUID()}`;
    const text = `Card Number,exp,amount,orderid\n${card},1249,77.10,${orderid}-1\n${card},1249,77.11,${orderid}-2\n`;
    const payment = await insertCounterSale(card, 7710);
    await insertCounterSale(card, 7711, { result_code: "D" });
    const id = await approved(text);
    const before = await groups();
    const held = await sendFile(clerk, id, formOf(text));
    expect(held).toMatchObject({
      ok: true,
      value: { state: "unsent", counterPayments: { ids: [payment], rows: [2], count: 1, cents: 7710 } },
    });
    expect(held.ok && held.value.problem).toContain("same card and amount as payments taken at the counter");
    await noGroupMore(before);
    expect(await sendFile(clerk, id, formOf(text, noEdits, [payment]))).toMatchObject({
      value: { state: "sent", counterPayments: undefined },
    });
  });

  test("repeats no counter payment that was voided here, unless the void is unknown or was undone", async () => {
    const sold = async (cents: number, ...steps: { command: "void" | "unvoid"; state?: "unknown" }[]) => {
      const key = `bnf${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;
      const sale = await insertCounterSale(card, cents);
      await db().updateTable("attempts").set({ transaction_key: key }).where("id", "=", sale).execute();
      for (const [place, step] of steps.entries()) {
        const id = await insertCounterSale(card, cents);
        const settled = step.state
          ? { answer: null, outcome_at: null }
          : { outcome_at: Date.now() + place + 1 };
        const change = { ...step, ...settled, original_key: key, transaction_key: key, fingerprint: null };
        await db().updateTable("attempts").set(change).where("id", "=", id).execute();
      }
      return sale;
    };
    await sold(7901, { command: "void" });
    const unknown = await sold(7902, { command: "void", state: "unknown" });
    const undone = await sold(7903, { command: "void" }, { command: "unvoid" });
    const rows = ["79.01", "79.02", "79.03"].map((amount, n) => `${card},1249,${amount},voided-${n}`);
    const text = `Card Number,exp,amount,orderid\n${rows.join("\n")}\n`;
    const held = await sendFile(clerk, await approved(text), formOf(text));
    expect(held).toMatchObject({ value: { state: "unsent", counterPayments: { rows: [3, 4], count: 2 } } });
    expect(held.ok && held.value.counterPayments?.ids.toSorted()).toEqual([unknown, undone].toSorted());
  });

  test("is held back where a payment of a row's amount is taken at the counter while it is sent, and compared again", async () => {
    const text = `Card Number,exp,amount,orderid\n${card},1249,77.30,${crypto.randomUUID()}\n`;
    const id = await approved(text);
    const whole = formOf(text);
    const type = whole.headers.get("content-type") ?? "";
    const bytes = new Uint8Array(await whole.arrayBuffer());
    const start = vi.spyOn(CounterMatch, "start");
    let payment = "";
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes.subarray(0, -90)),
      pull: async (controller) => {
        await vi.waitFor(() => expect(start).toHaveBeenCalled());
        await start.mock.results[0]?.value;
        payment = await insertCounterSale(card, 7730);
        controller.enqueue(bytes.subarray(-90));
        controller.close();
      },
    });
    const init = { method: "POST", headers: { "content-type": type }, body, duplex: "half" } as RequestInit;
    const before = await groups();
    const held = await sendFile(clerk, id, new Request("http://console/send", init));
    start.mockRestore();
    expect(held).toMatchObject({
      value: {
        state: "unsent",
        problem: expect.stringContaining("A payment of $77.30 was taken at the counter"),
      },
    });
    await noGroupMore(before);
    expect(await sendFile(clerk, id, formOf(text))).toMatchObject({
      value: { state: "unsent", counterPayments: { ids: [payment], rows: [2] } },
    });
    expect(await sendFile(clerk, id, formOf(text, noEdits, [payment]))).toMatchObject({
      value: { state: "sent" },
    });
  });

  test("that repeats a payment just taken at the counter by its key is held back too", async () => {
    const key = `bnf${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;
    const payment = await insertCounterSale(card, 7810);
    await db().updateTable("attempts").set({ transaction_key: key }).where("id", "=", payment).execute();
    const text = `command,trankey,amount\nquicksale,${key},78.10\nquicksale,${key},78.11\n`;
    const checked = await preparationOf(text, { mapping: ["command", "trankey", "amount"] });
    expect(await prepareFile(clerk, checked)).toMatchObject({ ok: true });
    await approveFile({ id: "u2", name: "Mira" }, { id: checked.id });
    expect(await sendFile(clerk, checked.id, formOf(text))).toMatchObject({
      value: { state: "unsent", counterPayments: { ids: [payment], rows: [2], count: 1, cents: 7810 } },
    });
  });

  onSqlite("that does not arrive whole from the browser is not sent, and may be sent again", async () => {
    const text = fileOf(2000);
    const id = await approved(text);
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
    const id = await approved(text);
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

  onSqlite(
    "whose answer is lost is found after a wrong decision, and its rows never pass for new ones",
    async () => {
      const text = fileOf(6);
      const id = await approved(text);
      const fault = { kind: "reset-after-commit", path: "/bulk_transactions", times: 1 };
      await sandbox.control("POST", "/faults", fault);
      expect(await sendFile(clerk, id, formOf(text))).toMatchObject({ value: { state: "unknown" } });
      await sandbox.control("DELETE", "/faults");
      const before = await groups();
      await decideFile({ name: "Mira" }, { id, arrived: false, reason: "The portal lists nothing." });
      expect(await sendFile(clerk, id, formOf(text))).toMatchObject({ ok: false });
      const asked = rowDigester()({ ccnum: card, ccexp: "1249", amount: "1.25", orderid: `file-${files}-0` });
      expect(await findKnown([asked])).toMatchObject([{ row: 2, fileName: "payroll.csv" }]);
      await until(async () => {
        await resolveFiles(Date.now() + 3_600_000);
        return (await findFile(id))?.state === "sent";
      }, 10_000);
      const notices = await listOpenNotices();
      expect(notices).toMatchObject([{ kind: "bulkContradiction", fileId: id, recorded: { by: "Mira" } }]);
      expect(await groups()).toBe(before);
    },
  );

  test("half sent by a process that is taken for dead never ends there, and is sent again, once", async () => {
    const text = fileOf(2000);
    const id = await approved(text);
    const before = await groups();
    let goOn = () => {};
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const stuck = sendFile(clerk, id, await heldForm(text, gate));
    await until(async () => (await rowOf(id)).end_sent === 0, 5000);
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

  onSqlite(
    "sent whole by a process that is taken for dead is unknown, until that process hears the answer after all",
    async () => {
      const text = fileOf(20);
      const id = await approved(text);
      await sandbox.control("POST", "/faults", {
        kind: "slow",
        delayMs: 1500,
        path: "/bulk_transactions",
        times: 1,
      });
      const sending = sendFile(clerk, id, formOf(text));
      await until(async () => (await rowOf(id)).end_sent === 1, 5000);
      await adoptSending(["another"]);
      expect(await findFile(id)).toMatchObject({ state: "unknown" });
      expect(await sendFile(clerk, id, formOf(text))).toMatchObject({ ok: false });
      expect(await sending).toMatchObject({
        ok: true,
        value: { state: "sent", upload: { lines: 20 }, nextLookupAt: undefined },
      });
    },
  );

  onSqlite("that the gateway refuses says its reason", async () => {
    const text = fileOf(20);
    const first = await approved(text);
    await sendFile(clerk, first, formOf(text));
    const again = await approved(text);
    const result = await sendFile(clerk, again, formOf(text));
    expect(result).toMatchObject({ ok: true, value: { state: "refused" } });
    expect(result.ok && result.value.problem).toMatch(/uploaded before/);
  });

  test("of somebody else, or without its edits, is not sent", async () => {
    const text = fileOf(5);
    const id = await approved(text);
    expect(await sendFile({ id: "u9", name: "Eve" }, id, formOf(text))).toMatchObject({ ok: false });
    expect(await sendFile(clerk, id, formOf(text, "nonsense"))).toMatchObject({
      ok: true,
      value: { state: "unsent" },
    });
  });
});

/** A payment of 70.00 taken at the counter, without an order id. */
async function soldAtCounter(): Promise<string> {
  const key = `bnf${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;
  const id = await insertCounterSale(card, 7000);
  await db().updateTable("attempts").set({ transaction_key: key }).where("id", "=", id).execute();
  return key;
}

/** A refund of that payment made at the counter, or another action on it. */
async function insertCounterRefund(
  key: string,
  cents: number,
  change: { command?: "void"; state?: "unknown" } = {},
): Promise<void> {
  const id = await insertCounterSale(card, cents);
  const refund = { command: "refund", original_key: key, fingerprint: null, ...change } as const;
  await db().updateTable("attempts").set(refund).where("id", "=", id).execute();
}

const refundsOf = (rows: readonly string[]) => `command,trankey,amount,orderid\n${rows.join("\n")}\n`;
const refundColumns: FilePlan["mapping"] = ["command", "trankey", "amount", "orderid"];
const leftOf = async (key: string) =>
  (await readRefundTotals({ type: "transaction", key, amount: "70.00" } as TransactionDetail)).leftCents;

describeStores("a file that gives money back", (open, onSqlite) => {
  beforeAll(async () => {
    useStore((await open()).db);
    // Each of these files reads the whole open batch, which the files above have filled.
    await sandbox.control("POST", "/reset");
  });

  const prepared = async (text: string) => {
    const checked = await preparationOf(text, { mapping: refundColumns });
    return { id: checked.id, result: await prepareFile(clerk, checked) };
  };
  const approved = async (text: string) => {
    const { id } = await prepared(text);
    expect(await approveFile({ id: "u2", name: "Mira" }, { id })).toMatchObject({ ok: true });
    return id;
  };

  onSqlite(
    "counts as given back once it was sent, and nothing more is left for the counter or another file",
    async () => {
      const key = await soldAtCounter();
      const text = refundsOf([`quickrefund,${key},70.00,`]);
      const id = await approved(text);
      expect(await leftOf(key)).toBe(7000);
      expect(await sendFile(clerk, id, formOf(text))).toMatchObject({ value: { state: "sent" } });
      expect(await leftOf(key)).toBe(0);
      const again = await prepared(refundsOf([`quickrefund,${key},70.00,second`]));
      expect(again.result).toMatchObject({
        ok: false,
        problem: { message: expect.stringContaining("Row 2 gives back $70.00") },
      });
      expect(await findFile(again.id)).toBeUndefined();
    },
  );

  test("does not count where its row was not carried out", async () => {
    const key = await soldAtCounter();
    const text = refundsOf([`refund,${key},30.00,`, `refund,${key},20.00,other`]);
    const id = await approved(text);
    await sendFile(clerk, id, formOf(text));
    expect(await leftOf(key)).toBe(2000);
    const { bulkKey = "" } = (await findFile(id)) ?? {};
    const shown = { type: "transaction", trantype_code: "R", amount: "30.00", batch: { key: "1t1" } };
    await cacheResults(db(), bulkKey, 1, [
      { ...shown, key: `${key}-r`, bulk: { line: "2" }, result_code: "E" },
    ] as unknown as TransactionDetail[]);
    await db().updateTable("bulk_results").set({ line: 2 }).where("group_key", "=", bulkKey).execute();
    expect(await leftOf(key)).toBe(5000);
  });

  onSqlite("above what the counter left of the payment is held back, and counts nothing", async () => {
    const key = await soldAtCounter();
    const text = refundsOf([`refund,${key},40.00,`, `refund,${key},30.00,two`]);
    const id = await approved(text);
    await insertCounterRefund(key, 100);
    const before = await groups();
    const held = await sendFile(clerk, id, formOf(text));
    expect(held).toMatchObject({ ok: true, value: { state: "unsent" } });
    expect(held.ok && held.value.problem).toContain(
      `Row 3 gives back $30.00 on payment ${key}, but only $29.00 is left of it.`,
    );
    await noGroupMore(before);
    expect(await leftOf(key)).toBe(6900);
  });

  test("with rows that together exceed their payment is refused when it is submitted", async () => {
    const key = await soldAtCounter();
    const { result } = await prepared(refundsOf([`refund,${key},40.00,`, `refund,${key},30.01,two`]));
    expect(result).toMatchObject({
      problem: { message: expect.stringContaining("Row 3 gives back $30.01") },
    });
  });

  test("by key and by reference number counts as one payment", async () => {
    const key = await soldAtCounter();
    const refnum = String(Date.now());
    const answer = JSON.stringify({
      type: "transaction",
      key,
      refnum,
      result_code: "A",
      auth_amount: "70.00",
    });
    await db().updateTable("attempts").set({ answer }).where("transaction_key", "=", key).execute();
    const { result } = await prepared(refundsOf([`refund,${key},40.00,`, `refund,${refnum},30.01,two`]));
    expect(result).toMatchObject({
      problem: { message: expect.stringContaining("Row 3 gives back $30.01") },
    });
  });

  test("names a payment by a reference number with zeros in front, too", async () => {
    const key = await soldAtCounter();
    const refnum = String(Date.now());
    const answer = { type: "transaction", key, refnum, result_code: "A", auth_amount: "70.00" };
    await db()
      .updateTable("attempts")
      .set({ answer: JSON.stringify(answer) })
      .where("transaction_key", "=", key)
      .execute();
    const { result } = await prepared(refundsOf([`refund,${key},40.00,`, `refund,000${refnum},30.01,two`]));
    expect(result).toMatchObject({
      problem: { message: expect.stringContaining("Row 3 gives back $30.01") },
    });
  });

  test.each([
    ["a void of it is answered", {}],
    ["a void of it has no outcome yet", { state: "unknown" }],
  ] as const)("on a payment is refused when %s at the counter", async (_, change) => {
    const key = await soldAtCounter();
    await insertCounterRefund(key, 7000, { command: "void", ...change });
    for (const row of [`refund,${key},1.00,`, `quickrefund,${key},1.00,`]) {
      const { result } = await prepared(refundsOf([row]));
      expect(result).toMatchObject({
        problem: { message: expect.stringContaining("was voided, or a void") },
      });
    }
  });

  test("does not go with the void of its payment, in either order", async () => {
    const key = await soldAtCounter();
    const after = await prepared(refundsOf([`quickrefund,${key},1.00,`, `void,${key},,`]));
    expect(after.result).toMatchObject({
      problem: { message: expect.stringContaining("Row 3, payment") },
    });
    const before = await prepared(refundsOf([`void,${key},,`, `quickrefund,${key},1.00,`]));
    expect(before.result).toMatchObject({
      problem: { message: expect.stringContaining("only $0.00 is left") },
    });
  });

  test("made at the counter after the file was approved keeps its void from being sent", async () => {
    const key = await soldAtCounter();
    const text = refundsOf([`void,${key},,`]);
    const id = await approved(text);
    await insertCounterRefund(key, 2000);
    const before = await groups();
    const held = await sendFile(clerk, id, formOf(text));
    expect(held).toMatchObject({ ok: true, value: { state: "unsent" } });
    expect(held.ok && held.value.problem).toContain("$20.00 of this payment was already refunded");
    await noGroupMore(before);
  });

  test("counts a void in it against the counter until its result is known", async () => {
    const key = await soldAtCounter();
    const text = refundsOf([`void,${key},,`]);
    const id = await approved(text);
    expect(await sendFile(clerk, id, formOf(text))).toMatchObject({ value: { state: "sent" } });
    expect(await leftOf(key)).toBe(0);
    const { bulkKey = "" } = (await findFile(id)) ?? {};
    const declined = { type: "transaction", key: `${key}-v`, bulk: { line: "2" }, result_code: "E" };
    await cacheResults(db(), bulkKey, 1, [declined] as unknown as TransactionDetail[]);
    await db().updateTable("bulk_results").set({ line: 2 }).where("group_key", "=", bulkKey).execute();
    expect(await leftOf(key)).toBe(7000);
  });

  test("counts after a decision that it did not arrive, while lookups for it go on", async () => {
    const key = await soldAtCounter();
    const text = refundsOf([`quickrefund,${key},70.00,`]);
    const id = await approved(text);
    const fault = { kind: "reset-after-commit", path: "/bulk_transactions", times: 1 };
    await sandbox.control("POST", "/faults", fault);
    expect(await sendFile(clerk, id, formOf(text))).toMatchObject({ value: { state: "unknown" } });
    await sandbox.control("DELETE", "/faults");
    await decideFile({ name: "Mira" }, { id, arrived: false, reason: "The portal lists nothing." });
    expect(await leftOf(key)).toBe(0);
    await db().updateTable("bulk_files").set({ next_lookup_at: null }).where("id", "=", id).execute();
    expect(await leftOf(key)).toBe(7000);
  });

  test("made elsewhere today counts, once the open batch shows it", async () => {
    const orderid = `order-${Date.now()}`;
    const creditcard = { number: card, expiration: "1249" };
    const sold = await sandbox.command("sale", { amount: "70.00", orderid, creditcard });
    const { key } = sold.body;
    await sandbox.command("cc:credit", { amount: "50.00", orderid, creditcard });
    const { result } = await prepared(refundsOf([`quickrefund,${key},20.01,`]));
    expect(result).toMatchObject({
      problem: { message: expect.stringContaining("only $20.00 is left") },
    });
    const voids = await prepared(refundsOf([`void,${key},,`]));
    expect(voids.result).toMatchObject({
      problem: { message: expect.stringContaining("$50.00 of this payment was already refunded") },
    });
  });

  onSqlite("made elsewhere today counts behind any number of other payments in the file", async () => {
    const orderid = `order-${Date.now()}`;
    const creditcard = { number: card, expiration: "1249" };
    const sold = await sandbox.command("sale", { amount: "70.00", orderid, creditcard });
    await sandbox.command("cc:credit", { amount: "70.00", orderid, creditcard });
    const others = await Promise.all(Array.from({ length: 210 }, soldAtCounter));
    const rows = others.map((key) => `refund,${key},0.01,`);
    const { result } = await prepared(refundsOf([...rows, `refund,${sold.body.key},70.00,`]));
    expect(result).toMatchObject({
      problem: {
        message: expect.stringContaining("Row 212 gives back $70.00 on payment"),
      },
    });
  });

  test("made elsewhere today to the card that names no payment is asked about", async () => {
    const number = "5555444433332226";
    const creditcard = { number, expiration: "1249" };
    const sold = await sandbox.command("sale", { amount: "44.00", creditcard });
    await sandbox.command("cc:credit", { amount: "44.00", creditcard });
    const { result } = await prepared(refundsOf([`refund,${sold.body.key},44.00,`]));
    expect(result).toMatchObject({
      problem: {
        message: expect.stringMatching(
          /If that money was for this sale, nothing is left to refund\. Exclude the row/,
        ),
      },
    });
  });

  test("of more payments than a person approves one by one is refused when it is submitted", async () => {
    const rows = Array.from({ length: 1001 }, (_, n) => `refund,payment${n},0.01,`);
    const checked = await preparationOf(refundsOf(rows), { mapping: refundColumns });
    expect(preparation.safeParse(checked).error?.issues).toMatchObject([
      { message: expect.stringContaining("A file can have at most 1,000 refunds, credits and changes") },
    ]);
  });

  test("of two files on one payment sent at the same moment one passes", async () => {
    const key = await soldAtCounter();
    const texts = ["one", "two"].map((orderid) => refundsOf([`refund,${key},70.00,${orderid}`]));
    const ids = await Promise.all(texts.map(approved));
    const sent = await Promise.all(ids.map((id, n) => sendFile(clerk, id, formOf(texts[n] ?? ""))));
    expect(sent.map((one) => one.ok && one.value.state).sort()).toEqual(["sent", "unsent"]);
  });

  test("to a bank account or in cash is never approved alone", async () => {
    const text = [
      "command,routing,account,accountholder,amount",
      "check:credit,123456780,10178199,Tobias Lindqvist,9.99",
      "cash:refund,,,,9.99",
    ];
    for (const row of text.slice(1)) {
      const checked = await preparationOf(`${text[0]}\n${row}\n`, {
        mapping: ["command", "routing", "account", "accountholder", "amount"],
      });
      expect(checked.good).toBe(1);
      expect(await prepareFile(clerk, checked)).toMatchObject({ ok: true });
      expect(await approveFile(clerk, { id: checked.id })).toMatchObject({
        problem: { message: expect.stringContaining("Some rows pay money out as a new credit.") },
      });
    }
  });

  onSqlite("by a quick refund, or on a payment unknown here, is never approved alone", async () => {
    const key = await soldAtCounter();
    for (const row of [`quickrefund,${key},5.00,`, "refund,unknownpayment,5.00,"]) {
      const { id } = await prepared(refundsOf([row]));
      const refused = await approveFile(clerk, { id });
      expect(refused).toMatchObject({ problem: { message: expect.stringContaining("Another person") } });
    }
    const { id } = await prepared(refundsOf([`refund,${key},5.00,`]));
    expect(await approveFile(clerk, { id })).toMatchObject({ ok: true });
  });
});
