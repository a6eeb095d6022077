import { expect, test } from "vitest";
import { describeSandbox, type RunningSandbox, startSandbox } from "#e2e/support/sandbox.ts";
import { requireCents } from "#lib/money.ts";
import { DAY_MS, dayIn, readMoment } from "#lib/time.ts";
import { currentBatch } from "./payments.ts";
import { sendEventsTo, settle } from "./webhooks/webhook-inbox.ts";

const timeZone = "America/Los_Angeles";
const clerks = ["Mira Castellanos", "Tobias Lindqvist"];

const addSample = (sandbox: RunningSandbox, body: Record<string, unknown> = {}) =>
  sandbox.control("POST", "/sample", { clerks, ...body });

// biome-ignore lint/suspicious/noExplicitAny: the tests are what checks the shape
async function listAll(sandbox: RunningSandbox, path: string): Promise<any[]> {
  const pages: unknown[] = [];
  for (let offset = 0; ; offset += 1000) {
    const { body } = await sandbox.request("GET", `${path}?limit=1000&offset=${offset}`);
    pages.push(...body.data);
    if (pages.length >= Number(body.total)) return pages;
  }
}

async function filesOf(sandbox: RunningSandbox): Promise<{ csv: string; ofx: string }> {
  const read = async (name: string) => (await fetch(`${sandbox.controlUrl}/sample/${name}`)).text();
  return { csv: await read("deposits.csv"), ofx: await read("deposits.ofx") };
}

describeSandbox("the sample", (sandbox, onSqlite) => {
  onSqlite("is a month of a small shop with payments of every kind", async () => {
    const made = await addSample(sandbox(), { days: 30, seed: 1 });
    expect(made).toMatchObject({ status: "success" });
    expect(made.transactions).toBeGreaterThan(1300);
    expect(made.transactions).toBeLessThan(1700);
    expect([31, 32]).toContain(made.batches);
    const all = await listAll(sandbox(), "/transactions");
    const kinds = new Set(all.map((one) => `${one.trantype_code} ${one.result_code} ${one.status_code}`));
    // Sale settled, voided, released, declined, in part; held; credit; check settled, returned, credit; cash both ways.
    for (const kind of ["S A S", "V A P", "V A R", "S D E", "S V E", "S P S", "A A N", "C A S"])
      expect(kinds, kind).toContain(kind);
    for (const kind of ["K A S", "K A R", "H A S", "G A P", "E A P"]) expect(kinds, kind).toContain(kind);
    expect(new Set(all.map((one) => one.creditcard?.type).filter(Boolean))).toEqual(
      new Set(["V", "M", "A", "DS"]),
    );
    const declined = all.filter((one) => one.result_code === "D").map((one) => one.error);
    expect(new Set(declined).size).toBeGreaterThan(5);
    // Nothing was refused by the gateway's own rules.
    expect(all.filter((one) => one.result_code === "E")).toEqual([]);
    const moments = all.map((one) => one.created);
    expect(moments).toEqual([...moments].sort().reverse());
  });

  onSqlite("has settled batches whose totals are those of their transactions", async () => {
    await addSample(sandbox(), { days: 5 });
    const batches = await listAll(sandbox(), "/batches");
    for (const { key } of batches) {
      const { body: batch } = await sandbox().request("GET", `/batches/${key}`);
      const inside = await listAll(sandbox(), `/batches/${key}/transactions`);
      expect(batch.total_count).toBe(inside.length);
      const cents = (code: string) =>
        inside
          .filter((one) => one.trantype_code === code)
          .reduce((sum, one) => sum + Math.round(Number(one.amount) * 100), 0);
      expect(Math.round(batch.total_amount * 100)).toBe(cents("S") - cents("C"));
      if (batch.status !== "closed") continue;
      const [sale] = inside.filter((one) => one.trantype_code === "S");
      const { body: detail } = await sandbox().request("GET", `/transactions/${sale.key}`);
      expect(detail).toMatchObject({ status: "Settled" });
      expect(detail.available_actions).not.toContain("void");
    }
  });

  onSqlite("is added to an empty store only, and kept by a restart", async () => {
    const first = await addSample(sandbox(), { days: 1 });
    expect(await addSample(sandbox(), { days: 1 })).toEqual({ ...first, status: "unchanged" });
    await sandbox().end();
    await sandbox().restart();
    expect(await addSample(sandbox(), { days: 1 })).toEqual({ ...first, status: "unchanged" });
  });

  test("is added once when two ask for it at the same time", async () => {
    const answers = await Promise.all([addSample(sandbox(), { days: 1 }), addSample(sandbox(), { days: 1 })]);
    expect(answers.map(({ status }) => status).sort()).toEqual(["success", "unchanged"]);
    expect(answers[0].transactions).toBe(answers[1].transactions);
  });

  test("is gone after a reset", async () => {
    await addSample(sandbox(), { days: 7 });
    expect((await filesOf(sandbox())).csv).toContain("MERCHANT DEPOSIT");
    await sandbox().control("POST", "/reset");
    expect(await sandbox().control("GET", "/state")).toMatchObject({
      transactions: 0,
      batches: 0,
      tokens: 0,
    });
    expect((await filesOf(sandbox())).csv).toBe("Date,Description,Amount,Trace\r\n");
  });

  onSqlite("of the same seed is the same before the current day", async () => {
    const read = async (seed: number) => {
      await sandbox().control("POST", "/reset");
      await addSample(sandbox(), { days: 3, seed });
      const today = dayIn(timeZone, Date.now());
      const earlier = (await listAll(sandbox(), "/transactions")).filter((one) => one.created < today);
      return earlier.map(({ created, amount, trantype_code, result_code, status_code, invoice, clerk }) =>
        [created, amount, trantype_code, result_code, status_code, invoice, clerk].join(" "),
      );
    };
    const first = await read(7);
    expect(first.length).toBeGreaterThan(75);
    expect(await read(7)).toEqual(first);
    expect(await read(8)).not.toEqual(first);
  });

  test("has an open batch at night too", async () => {
    const tomorrow = dayIn(timeZone, Date.now() + DAY_MS);
    const night = readMoment(timeZone, `${tomorrow} 03:10:00`) ?? 0;
    await sandbox().control("POST", "/clock", { advance: `PT${Math.round((night - Date.now()) / 1000)}S` });
    await addSample(sandbox(), { days: 1 });
    expect(await currentBatch(sandbox())).toMatchObject({ status: "open", sales_count: 3 });
  });

  onSqlite("sends no events and answers nothing of a card number", async () => {
    await sendEventsTo(sandbox(), { url: "http://127.0.0.1:9/events" });
    const { commands } = await addSample(sandbox(), { days: 3, commands: true });
    expect(commands.length).toBeGreaterThan(75);
    expect(JSON.stringify(commands)).not.toMatch(/"(number|account)":"\d{8,}"|"cvc":"\d/);
    await settle(sandbox());
    expect(await sandbox().control("GET", "/webhooks/deliveries")).toEqual([]);
  });

  onSqlite("answers with the commands of the clerks, and leaves out what was taken elsewhere", async () => {
    const { commands } = await addSample(sandbox(), { days: 16, commands: true });
    const all = await listAll(sandbox(), "/transactions");
    const elsewhere = all.filter((one) => !one.clerk && one.trantype_code === "S");
    expect(elsewhere.map((one) => one.description)).toEqual(["Market stall"]);
    // biome-ignore lint/suspicious/noExplicitAny: as Answer.body
    const answers = new Map(commands.map((one: any) => [one.reply.key, one]));
    expect(answers.has(elsewhere[0].key)).toBe(false);
    // biome-ignore lint/suspicious/noExplicitAny: as Answer.body
    const has = (what: (one: any) => boolean) => commands.filter(what).length;
    expect(has((one) => one.answerLost)).toBe(1);
    expect(has((one) => one.completes !== undefined)).toBe(1);
    expect(has((one) => one.command === "queue")).toBe(1);
    const captures = commands.filter((one: { command: string }) => one.command === "cc:capture");
    const lessThanHeld = captures.filter(
      // biome-ignore lint/suspicious/noExplicitAny: as Answer.body
      (one: any) => Number(one.request.amount) < Number(one.original.amount),
    );
    expect(lessThanHeld).toHaveLength(1);
    // The void after the day's total is in the gateway alone.
    const voided = all.filter((one) => one.trantype_code === "V").map((one) => one.key);
    const undone = commands.filter((one: { command: string }) => /void/.test(one.command));
    // biome-ignore lint/suspicious/noExplicitAny: as Answer.body
    const ours = new Set(undone.map((one: any) => one.original.key));
    expect(voided.filter((key) => !ours.has(key))).toHaveLength(1);
  });

  onSqlite("comes with a bank file in which two deposits are missing", async () => {
    await addSample(sandbox(), { days: 14 });
    const { csv, ofx } = await filesOf(sandbox());
    const rows = csv
      .trim()
      .split("\r\n")
      .slice(1)
      .map((row) => row.split(","));
    const batches = (await listAll(sandbox(), "/batches")).filter(({ closed }) => closed);
    const amounts = [...ofx.matchAll(/<TRNAMT>(-?[\d.]+)<FITID>([\w-]+)/g)].map(([, amount, id]) => ({
      amount,
      id,
    }));
    expect(amounts.map(({ amount }) => amount)).toEqual(rows.map(([, , amount]) => amount));
    const paid = new Set(amounts.map(({ id }) => id));
    // A batch that closed on Friday is paid on Monday.
    const due = batches.filter(({ closed }) => Date.parse(closed) < Date.now() - 4 * DAY_MS);
    expect(due.filter(({ key }) => !paid.has(key))).toHaveLength(2);
    // Checks are in no batch, and American Express pays its part of one in a deposit of its own.
    const ofBatches = amounts.filter(({ id = "" }) => !id.startsWith("checks"));
    expect(ofBatches.length).toBeLessThan(amounts.length);
    for (const { id } of ofBatches.filter(({ id = "" }) => !id.endsWith("A"))) {
      const { body } = await sandbox().request("GET", `/batches/${id}`);
      const parts = amounts.filter((one) => one.id === id || one.id === `${id}A`);
      const cents = parts.reduce((sum, { amount = "" }) => sum + requireCents(amount), 0);
      expect(cents).toBe(requireCents(body.total_amount.toFixed(2)));
    }
    expect(amounts.filter(({ id = "" }) => id.endsWith("A")).length).toBeGreaterThan(3);
  });

  test("is refused with other days, seeds or clerks than it can have", async () => {
    for (const body of [{ days: 0 }, { days: 91 }, { seed: -1 }, { clerks: ["one"] }])
      await expect(addSample(sandbox(), body)).rejects.toThrow("refused");
  });
});

test("the sample uses up none of the rate limit", async () => {
  const sandbox = await startSandbox({ settings: { SANDBOX_RATE_LIMIT: "45/min,5000/day" } });
  try {
    await addSample(sandbox, { days: 3 });
    const { headers } = await sandbox.request("GET", "/batches/current");
    expect(headers.get("x-rate-limit")).toMatch(/^1 of 45\/min/);
  } finally {
    await sandbox.stop();
  }
});
