import { sql } from "kysely";
import { beforeAll, expect, test, vi } from "vitest";
import { tables } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { limiter } from "#server/gateway-client/rate-limit/limiter.ts";
import { cancelAttempt } from "../cancel-attempt.ts";
import { decide } from "../decide.ts";
import { recordOutcome } from "../record-outcome.ts";
import { livingProcesses, processId, showAlive } from "../recovery/alive.ts";
import { adoptInterrupted } from "../recovery/interrupted.ts";
import { runAttempt } from "../submit.ts";
import {
  cardNumber,
  cardSale,
  checkSale,
  clerk,
  follow,
  gateway,
  lookupNow,
  lose,
  run,
  setUpConsole,
} from "../test-console.ts";
import { findAttempt, moveAttempt } from "./attempts.ts";
import { listOpenNotices } from "./notices.ts";

setUpConsole();

describeStores("attempts", (open) => {
  beforeAll(async () => useStore((await open()).db));

  test("a charge is written down before it is sent, and its answer after", async () => {
    const attempt = await run(cardSale());
    expect(attempt.state).toBe("answered");
    expect(attempt.steps.map(({ kind }) => kind)).toEqual(["prepared", "sent", "answered"]);
    expect(attempt.transaction).toMatchObject({ result_code: "A", comments: `[${attempt.reference}]` });
    expect(gateway.posts).toHaveLength(1);
  });

  test("a charge is in the currency that the gateway answers with, and otherwise in the merchant's own", async () => {
    gateway.extra = { currency: 978 };
    expect((await run(cardSale())).currency).toBe("978");
    gateway.extra = {};
    expect((await run(cardSale())).currency).toBeUndefined();
  });

  test("a card that the gateway echoes is stored nowhere", async () => {
    gateway.extra = {
      result: `Approved ${cardNumber}`,
      creditcard: { number: cardNumber, cvc: "947" },
    };
    const { id } = await run(cardSale());
    await recordOutcome((await lose(cardSale())).id, { kind: "unknown", reason: "timeout" });
    await lookupNow();
    const attempts = await db().selectFrom("attempts").selectAll().execute();
    const steps = await db().selectFrom("attempt_steps").selectAll().execute();
    expect(attempts.find((row) => row.id === id)?.answer).toContain("xxxxxxxxxxxx2224");
    expect(attempts.some(({ state }) => state === "resolved")).toBe(true);
    expect(JSON.stringify([attempts, steps])).not.toMatch(/4000100011112224|"947\b/);
    expect(attempts.map(({ answer }) => answer).join()).not.toMatch(/947/);
  });

  test("a security code that the gateway repeats is stored and shown nowhere", async () => {
    gateway.extra = {
      ...{
        result: "Approved cvc 999",
        authcode: "cvc=999",
      },
      creditcard: { number: "xxxxxxxxxxxx2224", verification_value: "999", cvNumber: 999 },
      raw: Buffer.from('{"cvc":"999"}').toString("hex"),
    };
    const answered = await run(cardSale());
    gateway.extra = {};
    gateway.behavior = "refuse-repeating";
    const refused = await run(cardSale());
    expect(refused.problem?.message).toBe("The gateway repeated the request; its text is withheld.");
    const ids = [answered.id, refused.id];
    const attempts = await db()
      .selectFrom("attempts")
      .select(["answer", "problem", "request"])
      .where("id", "in", ids)
      .execute();
    const steps = await db()
      .selectFrom("attempt_steps")
      .select("text")
      .where("attempt_id", "in", ids)
      .execute();
    // A reference of ours may hold the same digits: "SG75-C999".
    expect(JSON.stringify([attempts, steps, answered.transaction, refused.problem])).not.toMatch(
      /(?<![\dA-Z-])999(?![\dA-Z-])|393939/,
    );
    expect(steps.map(({ text }) => text)).toContain("Answered: Approved cvc [security code]");
  });

  test("a credential that the gateway repeats, and the API key as its origin, are stored and shown nowhere", async () => {
    gateway.extra = { origin: { source_name: "Workstation", source_key: "test-key", api_type: "rest" } };
    const answered = await run(cardSale());
    expect(answered.transaction).toMatchObject({ origin: { source_name: "Workstation", api_type: "rest" } });
    gateway.extra = {};
    gateway.behavior = "refuse-repeating-header";
    const refused = await run(cardSale());
    expect(refused.problem?.message).toBe(
      "Bad signature: Basic [credential], [credential]:s2/[credential]/[credential]",
    );
    const tables = [
      await db().selectFrom("attempts").selectAll().execute(),
      await db().selectFrom("attempt_steps").selectAll().execute(),
    ];
    expect(JSON.stringify([tables, answered])).not.toMatch(/test-key|s2\/[\w-]{8,}|[0-9a-f]{64}/);
  });

  test("a short account number is stored and shown nowhere", async () => {
    for (const [account, masked, paymentMethod] of [
      ["7193", "xxxx", "Checking account"],
      ["71935", "xxxx5", "Checking account ending 5"],
    ] as const) {
      const attempt = await run(checkSale(account));
      expect(attempt.paymentMethod).toBe(paymentMethod);
      const rows = await db().selectFrom("attempts").selectAll().where("id", "=", attempt.id).execute();
      expect(JSON.parse(rows[0]?.request ?? "{}").check.account).toBe(masked);
      gateway.behavior = "refuse-repeating";
      const refused = await run(checkSale(account));
      // Its digits may be in a time or a digest by chance.
      const shown = JSON.stringify([attempt, rows, refused]).replace(/\b1\d{12}\b|\bv1\.[\da-f.]+/g, "");
      expect(shown).not.toContain(account);
      gateway.behavior = "approve";
    }
  });

  test("eight presses of one form are one charge with one answer", async () => {
    const plan = cardSale();
    const attempts = await Promise.all(Array.from({ length: 8 }, () => run(plan)));
    expect(gateway.posts).toHaveLength(1);
    expect(new Set(attempts.map(({ reference }) => reference)).size).toBe(1);
    expect(attempts.every(({ state }) => state === "answered")).toBe(true);
    expect((await run(plan)).reference).toBe(attempts[0]?.reference);
    expect(gateway.posts).toHaveLength(1);
  });

  test("a form sent again with other contents sends nothing", async () => {
    const plan = cardSale();
    await run(plan);
    const other = { ...plan, body: { ...plan.body, amount: "99.00" } };
    expect(await runAttempt(clerk, other)).toEqual({ kind: "other-contents" });
    expect(gateway.posts).toHaveLength(1);
  });

  test("a canceled form that arrives late sends nothing, and one that arrived is not canceled", async () => {
    const late = cardSale();
    expect(await cancelAttempt(clerk, late.attemptId)).toBe(true);
    expect(await cancelAttempt(clerk, late.attemptId)).toBe(true);
    expect(await db().selectFrom("canceled_attempt_ids").select("canceled_by").execute()).toEqual([
      { canceled_by: clerk.id },
    ]);
    expect(await runAttempt(clerk, late)).toEqual({ kind: "canceled" });
    expect(await findAttempt(late.attemptId)).toBeUndefined();
    expect(gateway.posts).toHaveLength(0);
    const arrived = await run(cardSale());
    expect(await cancelAttempt(clerk, arrived.id)).toBe(false);
  });

  test("a form and its cancellation at the same moment: one of them succeeds", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, async (_, place) => {
        const plan = cardSale();
        const sending = () => runAttempt(clerk, plan);
        const canceling = () => cancelAttempt(clerk, plan.attemptId);
        const [sent, canceled] =
          place % 2
            ? await Promise.all([sending(), canceling()])
            : (await Promise.all([canceling(), sending()])).toReversed();
        expect(canceled).toBe(typeof sent === "object" && sent.kind === "canceled");
        return canceled;
      }),
    );
    expect(gateway.posts).toHaveLength(outcomes.filter((canceled) => canceled === false).length);
  });

  test("a lost answer is unknown, then found by our reference, and was charged once", async () => {
    const lost = await lose(cardSale());
    await lookupNow();
    const found = await findAttempt(lost.id);
    expect(found).toMatchObject({
      state: "resolved",
      problem: { moved: true },
      transaction: { result_code: "A" },
    });
    expect(gateway.posts).toHaveLength(1);
  });

  test("a card sale is found in the open batch where the gateway has no list of transactions", async () => {
    gateway.lists = false;
    const lost = await lose(cardSale());
    await lookupNow();
    const found = await findAttempt(lost.id);
    expect(found?.state).toBe("resolved");
    expect(found?.problem?.message).toContain("batch 1");
  });

  test("the clerk's own order id and comments are kept: our reference follows the comments", async () => {
    const plan = cardSale();
    const lost = await lose({ ...plan, body: { ...plan.body, orderid: "A-17", comments: "ring twice" } });
    expect(gateway.posts[0]).toMatchObject({ orderid: "A-17", comments: `ring twice [${lost.reference}]` });
    await lookupNow();
    expect((await findAttempt(lost.id))?.state).toBe("resolved");
  });

  test("without evidence it stays unknown however often it is looked for", async () => {
    gateway.behavior = "reset-before";
    const attempt = await run(cardSale());
    for (let look = 0; look < 12; look += 1) await lookupNow();
    expect((await findAttempt(attempt.id))?.state).toBe("unknown");
    expect(gateway.posts).toHaveLength(1);
  });

  test("a manager's decision is kept with name and reason, and holds only while it is unknown", async () => {
    gateway.behavior = "reset-before";
    const { id } = await run(cardSale());
    const decision = { attemptId: id, moved: false, reason: "The acquirer has no such sale." };
    expect(await decide({ id: "manager-1", name: "Theo Lindqvist" }, decision)).toMatchObject({
      ok: true,
      value: { state: "resolved", problem: { moved: false, decidedBy: "Theo Lindqvist" } },
    });
    expect(
      await decide({ id: "manager-1", name: "Theo Lindqvist" }, { ...decision, moved: true }),
    ).toMatchObject({
      ok: false,
    });
  });

  test("after a crash what was sent is unknown and what was only prepared never left", async () => {
    const sent = await run(cardSale());
    const prepared = await run(cardSale());
    await moveAttempt(
      sent.id,
      ["answered"],
      { state: "sent", answer: null },
      { kind: "sent", text: "as it was" },
    );
    await moveAttempt(
      prepared.id,
      ["answered"],
      { state: "prepared", answer: null },
      { kind: "prepared", text: "as it was" },
    );
    await adoptInterrupted(["another process"]);
    expect((await findAttempt(sent.id))?.state).toBe("unknown");
    expect((await findAttempt(prepared.id))?.state).toBe("unsent");
    await lookupNow();
    expect((await findAttempt(sent.id))?.state).toBe("resolved");
  });

  test("a charge that met a full limit is written down as waiting, then sent and charged once", async () => {
    gateway.behavior = "too-many";
    const plan = cardSale();
    const running = run(plan);
    await expect.poll(async () => (await findAttempt(plan.attemptId))?.steps.at(-1)?.kind).toBe("waits");
    expect(await findAttempt(plan.attemptId)).toMatchObject({ state: "prepared" });
    gateway.behavior = "approve";
    // As if the gateway's minute were over.
    await limiter().change((state) => Object.assign(state, { pause: undefined }));
    const attempt = await running;
    expect(attempt.state).toBe("answered");
    expect(attempt.steps.map(({ kind }) => kind)).toEqual(["prepared", "sent", "waits", "sent", "answered"]);
    expect(gateway.posts).toHaveLength(2);
    expect(gateway.transactions).toHaveLength(1);
  });

  test("a charge taken out of the queue after a full limit was never sent again", async () => {
    gateway.behavior = "too-many";
    const plan = cardSale();
    const running = run(plan);
    await expect.poll(async () => (await findAttempt(plan.attemptId))?.steps.at(-1)?.kind).toBe("waits");
    await expect.poll(() => limiter().leave(plan.attemptId)).toBe(true);
    expect((await running).state).toBe("unsent");
    expect(gateway.posts).toHaveLength(1);
    await limiter().change((state) => Object.assign(state, { pause: undefined }));
  });

  test("leaves alone the attempts that a living process is sending", async () => {
    const sent = await run(cardSale());
    await moveAttempt(sent.id, ["answered"], { state: "sent" }, { kind: "sent", text: "as it was" });
    await showAlive();
    await adoptInterrupted(await livingProcesses());
    expect((await findAttempt(sent.id))?.state).toBe("sent");
    await adoptInterrupted(["another process"]);
  });

  test("a process not seen for a while counts as dead", async () => {
    await showAlive(Date.now() - 60_000);
    expect(await livingProcesses()).toEqual([processId()]);
    await db()
      .insertInto("processes")
      .values({ id: "other", seen_at: Date.now() - 1000 })
      .execute();
    expect(await livingProcesses()).toContain("other");
    expect(await livingProcesses(Date.now() + 60_000)).toEqual([processId()]);
  });

  test("an answer that comes after all settles what was taken for interrupted", async () => {
    const { id, transaction = {} } = await run(cardSale());
    await moveAttempt(
      id,
      ["answered"],
      { state: "unknown", answer: null },
      { kind: "unknown", text: "taken for dead" },
    );
    await recordOutcome(id, { kind: "answered", transaction, tookMs: 9000 });
    expect(await findAttempt(id)).toMatchObject({ state: "answered", tookMs: 9000, problem: undefined });
    await recordOutcome(id, { kind: "unknown", reason: "timeout" });
    expect((await findAttempt(id))?.state).toBe("answered");
  });

  test("an approved answer that comes after a search had found nothing puts that right, with a notice", async () => {
    const { id, transaction = {} } = await run(cardSale());
    const nothing = {
      state: "resolved",
      answer: null,
      transaction_key: null,
      problem: JSON.stringify({ message: "No charge found.", moved: false }),
    } as const;
    await moveAttempt(id, ["answered"], nothing, { kind: "resolved", text: "No charge found." });
    await recordOutcome(id, { kind: "answered", transaction, tookMs: 9000 });
    expect(await findAttempt(id)).toMatchObject({ state: "resolved", problem: { moved: true }, transaction });
    expect(await listOpenNotices()).toContainEqual(expect.objectContaining({ attemptId: id, moved: true }));
  });

  test("two actions on one payment at once: one runs, the other is refused", async () => {
    gateway.behavior = "silence";
    const first = runAttempt(clerk, follow("void", "1nfbusy"));
    await vi.waitFor(() => expect(gateway.posts).toHaveLength(1));
    expect((await runAttempt(clerk, follow("void", "1nfbusy"))).kind).toBe("busy");
    expect(await first).toMatchObject({ kind: "attempt", attempt: { state: "unknown" } });
    expect((await runAttempt(clerk, follow("void", "1nfbusy"))).kind).toBe("busy");
    expect(gateway.posts).toHaveLength(1);
  });

  test("a lost void is settled by the state of its payment", async () => {
    const paid = await run(cardSale());
    const key = paid.transaction?.key ?? "";
    const before = { ...gateway.transactions[0] };
    const lost = await lose(follow("void", key, before));
    expect((await runAttempt(clerk, follow("void", key, before))).kind).toBe("busy");
    Object.assign(gateway.transactions.find((item) => item.key === key) ?? {}, {
      trantype_code: "V",
      status: "Voided",
    });
    await lookupNow();
    expect(await findAttempt(lost.id)).toMatchObject({ state: "resolved", problem: { moved: true } });
  });

  test("no card number and no security code is in any row", async () => {
    await run(cardSale());
    for (const name of Object.keys(tables)) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(db());
      const text = JSON.stringify(rows);
      expect(text).not.toContain(cardNumber);
      expect(text).not.toContain('\\"cvc\\"');
    }
    const stored = await db().selectFrom("attempts").select(["request", "payer"]).executeTakeFirstOrThrow();
    expect(stored.request).toContain("xxxxxxxxxxxx2224");
    expect(stored.payer).toBe("Visa ending 2224");
  });
});
