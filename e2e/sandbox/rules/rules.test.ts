// biome-ignore-all lint/suspicious/noThenProperty: the word of the control plane; it is never a function
import { expect, test } from "vitest";
import { describeSandboxOnSqlite, goodCard } from "#e2e/support/sandbox.ts";
import { goodCheck, makeCheck, makeSettledSale, read } from "../payments.ts";

describeSandboxOnSqlite("rules of the control plane", (sandbox) => {
  const put = (...rules: { match: object; then: object }[]) => sandbox().control("PUT", "/rules", rules);
  const sell = (amount: string, more: object = {}) =>
    sandbox().command("sale", { amount, creditcard: goodCard, ...more });

  test("the first match decides, by every field", async () => {
    await put(
      { match: { amount: "7.00", card: "2224", invoice: "A-1" }, then: { decline: "10251" } },
      { match: { card: "400010", orderid: "o-1" }, then: { decline: 10205, text: "Not today" } },
      { match: { tender: "card", command: "authonly" }, then: { decline: "10299" } },
    );
    expect((await sell("7.00", { invoice: "A-1", orderid: "o-1" })).body).toMatchObject({
      result_code: "D",
      error_code: "10251",
      error: "Insufficient funds",
    });
    expect((await sell("7.00", { orderid: "o-1" })).body).toMatchObject({
      error_code: "10205",
      error: "Not today",
    });
    expect((await sell("7.00", { invoice: "A-2" })).body.result_code).toBe("A");
    const held = await sandbox().command("authonly", { amount: "8.00", creditcard: goodCard });
    expect(held.body).toMatchObject({ result_code: "D", error: "Declined" });
  });

  test("a check is returned when the rule says, and corrected with its settlement", async () => {
    await sandbox().control("POST", "/clock", { set: "2030-03-04T12:00:00" });
    await put(
      { match: { routing: goodCheck.routing, amount: "5.00" }, then: { return: "R03", after: "P4D" } },
      { match: { account: goodCheck.account.slice(-4) }, then: { correction: "C01" } },
    );
    const [returned, corrected] = [await makeCheck(sandbox(), "5.00"), await makeCheck(sandbox(), "6.00")];
    await sandbox().control("POST", "/clock", { set: "2030-03-09T07:59:00" });
    expect((await read(sandbox(), returned)).status_code).toBe("S");
    expect(await read(sandbox(), corrected)).toMatchObject({
      status_code: "S",
      check: { banknote: "C01" },
    });
    await sandbox().control("POST", "/clock", { set: "2030-03-09T08:00:00" });
    expect(await read(sandbox(), returned)).toMatchObject({
      status_code: "R",
      check: { returned: "2030-03-09", banknote: "R03" },
    });
  });

  test("a delay runs the payment later, and a fault is that of the control plane", async () => {
    await put(
      { match: { amount: "1.00" }, then: { delayMs: 400 } },
      { match: { amount: "2.00" }, then: { fault: "status-503" } },
      { match: { amount: "3.00" }, then: { fault: "reset-after-commit" } },
    );
    const startedAt = performance.now();
    expect((await sell("1.00")).body.result_code).toBe("A");
    expect(performance.now() - startedAt).toBeGreaterThan(390);
    expect((await sell("2.00")).status).toBe(503);
    await expect(sell("3.00")).rejects.toThrow();
    const { data } = (await sandbox().request("GET", "/transactions")).body;
    expect(data.map(({ amount }: { amount: string }) => amount)).toEqual(["3.00", "1.00"]);
  });

  test("rules are listed, survive a restart, and end by DELETE and reset", async () => {
    const rules = [{ match: { card: "2224" }, then: { decline: "10251" } }];
    await put(...rules);
    await sandbox().end();
    await sandbox().restart();
    expect(await sandbox().control("GET", "/rules")).toEqual(rules);
    expect((await sell("7.00")).body.result_code).toBe("D");
    await sandbox().control("DELETE", "/rules");
    expect((await sell("7.00")).body.result_code).toBe("A");
    await put(...rules);
    await sandbox().control("POST", "/reset");
    expect(await sandbox().control("GET", "/rules")).toEqual([]);
  });

  test.each(["refund", "creditvoid", "refund:adjust", "quicksale", "quickrefund"])(
    "a rule for a card reaches the payment that %s makes",
    async (command) => {
      const refnum = await makeSettledSale(sandbox(), "9.00");
      await put({ match: { command, card: "2224" }, then: { decline: "10251" } });
      const { body } = await sandbox().command(command, { trankey: refnum, refnum, amount: "4.00" });
      expect(body).toMatchObject({ error: "Insufficient funds" });
    },
  );

  test("a rule for a card reaches a card that is only saved", async () => {
    const save = async () => (await sandbox().command("cc:save", { creditcard: goodCard })).body;
    await put({ match: { card: "2224" }, then: { decline: "10251" } });
    expect(await save()).toMatchObject({ result_code: "E", error_code: 10251, error: "Insufficient funds" });
    await put({ match: { card: "2224", amount: "5.00" }, then: { decline: "10251" } });
    expect(await save()).toMatchObject({ result_code: "A" });
  });

  test("refuses more than a thousand and says so", async () => {
    const rule = { match: { card: "2224" }, then: { decline: "10251" } };
    await expect(put(...Array.from({ length: 1001 }, () => rule))).rejects.toThrow(
      '"rules":"must be at most 1000 rules"',
    );
  });

  test.each([
    [{ match: { card: "4539578763621486" }, then: { decline: "10251" } }, "rules.1.match.card"],
    [{ match: {}, then: { decline: "10251" } }, "rules.1.match"],
    [{ match: { amount: "0.00" }, then: { decline: "10251" } }, "rules.1.match.amount"],
    [{ match: { amount: "-1.00" }, then: { decline: "10251" } }, "rules.1.match.amount"],
    [{ match: { amount: "99999.01" }, then: { decline: "10251" } }, "rules.1.match.amount"],
    [{ match: { invoice: "A".repeat(26) }, then: { decline: "10251" } }, "rules.1.match.invoice"],
    [{ match: { amount: "5.00" }, then: {} }, "rules.1.then"],
    [{ match: { amount: "5.00" }, then: { return: "R99" } }, "rules.1.then.return"],
    [{ match: { amount: "5.00" }, then: { return: "R01", after: "soon" } }, "rules.1.then.after"],
    [{ match: { amount: "5.00" }, then: { return: "R01", after: "P3651D" } }, "rules.1.then.after"],
    [
      { match: { amount: "5.00" }, then: { return: "R01", after: "P99999999999999999999999D" } },
      "rules.1.then.after",
    ],
    [{ match: { account: "toString" }, then: { return: "R01" } }, "rules.1.match.account"],
    [{ match: { account: "__proto__" }, then: { return: "R01" } }, "rules.1.match.account"],
    [{ match: { card: "2224" }, then: { correction: "C01" } }, "rules.1.then"],
    [{ match: { nope: 1, card: "2224" }, then: { decline: "10251" } }, "rules.1.match.nope"],
    [{ match: { card: "2224" }, then: { decline: "10251", nope: 1 } }, "rules.1.then.nope"],
    [{ match: { card: "2224" }, then: { delayMs: "soon" } }, "rules.1.then.delayMs"],
    [{ match: { card: "2224" }, then: { delayMs: 1.5 } }, "rules.1.then.delayMs"],
    [{ match: { card: "2224", account: "3524" }, then: { decline: "10251" } }, "rules.1.match"],
    [{ match: { command: "authonly", tender: "check" }, then: { delayMs: 1 } }, "rules.1.match"],
    [{ match: { command: "check:sale", card: "2224" }, then: { delayMs: 1 } }, "rules.1.match"],
    [{ match: { command: "cash:sale", card: "2224" }, then: { decline: "10251" } }, "rules.1.match.command"],
    [{ match: { command: "cc:capture" }, then: { decline: "10251" } }, "rules.1.match.command"],
    [{ match: { command: "void" }, then: { fault: "status-503" } }, "rules.1.match.command"],
    [{ match: { command: "cc:save", amount: "1.00" }, then: { delayMs: 1 } }, "rules.1.match.amount"],
    [{ match: { command: "sale" }, then: { return: "R01" } }, "rules.1.then"],
  ])("refuses %j and keeps the rules there were", async (wrong, path) => {
    const good = { match: { card: "2224" }, then: { decline: "10251" } };
    await put(good);
    await expect(put(good, wrong)).rejects.toThrow(`"${path}":"must`);
    expect(await sandbox().control("GET", "/rules")).toEqual([good]);
  });
});
