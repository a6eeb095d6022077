import { request as httpRequest } from "node:http";
import { describe, expect, test } from "vitest";
import { describeSandboxOnSqlite, goodCard } from "#e2e/support/sandbox.ts";
import { type CommandName, commands } from "#lib/gateway/commands.ts";
import { goodCheck, makeSale } from "./payments.ts";

const sale = { command: "sale", amount: "1.00", creditcard: goodCard };
const anyText = expect.any(String);

const required = "is required";
const needed = { amount: required, creditcard: "is required, or payment_key" };
const original = { trankey: "is required, or refnum" };

/** What the contract requires of each command (Commands). */
const neededOf: Record<CommandName, Record<string, string>> = {
  sale: needed,
  authonly: needed,
  "cc:postauth": { authcode: required, amount: required, creditcard: required },
  "check:sale": { amount: required, check: required },
  "cash:sale": { amount: required },
  quicksale: { amount: required, ...original },
  "cc:save": { creditcard: required },
  "cc:credit": { amount: required, creditcard: "is required, or trankey" },
  "check:credit": { amount: required, check: "is required, or trankey" },
  "cash:refund": { amount: required },
  refund: original,
  quickrefund: { amount: required, ...original },
  creditvoid: original,
  "cc:capture": original,
  "cc:capture:error": original,
  "cc:capture:reauth": original,
  "cc:capture:override": original,
  queue: original,
  "cc:adjust": original,
  "refund:adjust": { amount: required, refnum: "is required, or trankey" },
  void: original,
  "cc:void:release": original,
  unvoid: { refnum: "is required, or trankey" },
};

describeSandboxOnSqlite("requests that cannot be understood", (sandbox) => {
  const post = (body: unknown, path = "/transactions") => sandbox().request("POST", path, body);
  const noRecord = async () => expect((await sandbox().control("GET", "/state")).transactions).toBe(0);

  test.each([
    ["nothing", ""],
    ["half of it", '{"command":'],
    ["no JSON", "command=sale"],
    ["an empty array", "[]"],
    ["an array", JSON.stringify([sale])],
    ["a text", '"sale"'],
    ["null", "null"],
    ["a number", "42"],
    ["two objects", '{"a":1}{"b":2}'],
    ["a nest a hundred thousand deep", "[".repeat(100_000)],
  ])("a body that is %s is 400 with 21003, and nothing is recorded", async (_, body) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ error: "The request body must be a JSON object.", errorcode: 21003 });
    await noRecord();
  });

  test.each([
    ["no command", { amount: 1 }, ["command"]],
    ["a command that is null", { command: null }, ["command"]],
    ["a command that is an object", { command: {} }, ["command"]],
    ["no amount and no card", { command: "sale" }, ["amount", "creditcard"]],
    ["an amount in words", { ...sale, amount: "ten" }, ["amount"]],
    ["an amount with three decimals", { ...sale, amount: "1.005" }, ["amount"]],
    ["an amount that is no number of ours", { ...sale, amount: "1e3" }, ["amount"]],
    ["an amount that is an array", { ...sale, amount: [1] }, ["amount"]],
    ["an amount that is true", { ...sale, amount: true }, ["amount"]],
    ["an amount beyond all bounds", { ...sale, amount: 1e300 }, ["amount"]],
    ["a card that is a text", { ...sale, creditcard: "4000100011112224" }, ["creditcard"]],
    ["a card without a number", { ...sale, creditcard: { expiration: "1249" } }, ["creditcard.number"]],
    [
      "a card without a date",
      { ...sale, creditcard: { number: goodCard.number } },
      ["creditcard.expiration"],
    ],
    [
      "a number that is an object",
      { ...sale, creditcard: { ...goodCard, number: {} } },
      ["creditcard.number"],
    ],
    ["a breakdown with a word in it", { ...sale, amount_detail: { tip: "much" } }, ["amount_detail.tip"]],
    ["an invoice of 26 characters", { ...sale, invoice: "x".repeat(26) }, ["invoice"]],
    ["a custom field 21", { ...sale, custom_fields: { 21: "x" } }, ["custom_fields.21"]],
    ["line items that are no list", { ...sale, lineitems: { name: "x" } }, ["lineitems"]],
    ["a line item's cost in words", { ...sale, lineitems: [{ cost: "x" }] }, ["lineitems.0.cost"]],
    ["a flag that is neither", { ...sale, save_card: "maybe" }, ["save_card"]],
    ["an address that is a text", { ...sale, billing_address: "here" }, ["billing_address"]],
    ["an unknown customer", { ...sale, custkey: "0sd000000000000" }, ["custkey"]],
    ["a pay method for no customer", { ...sale, save_customer_paymethod: true }, ["save_customer_paymethod"]],
    ["a check without its account", { command: "check:sale", amount: 1 }, ["check"]],
    [
      "a check without routing",
      { command: "check:sale", amount: 1, check: { account: "12345" } },
      ["check.routing"],
    ],
    [
      "an account of a third kind",
      { command: "check:sale", amount: 1, check: { ...goodCheck, account_type: "x" } },
      ["check.account_type"],
    ],
    [
      "a check of an unknown format",
      { command: "check:sale", amount: 1, check: { ...goodCheck, format: "XYZ" } },
      ["check.format"],
    ],
    ["a check:credit without amount", { command: "check:credit", check: goodCheck }, ["amount"]],
    ["a voice authorization without its code", { ...sale, command: "cc:postauth" }, ["authcode"]],
    ["a void of nothing", { command: "void" }, ["trankey"]],
    ["a quicksale without amount", { command: "quicksale", trankey: "x" }, ["amount"]],
    [
      "a sale of which only a flag is given",
      { command: "sale", save_card: "x" },
      ["amount", "creditcard", "save_card"],
    ],
    [
      "a voice authorization of a card that is a text",
      { command: "cc:postauth", creditcard: "4000100011112224" },
      ["amount", "authcode", "creditcard"],
    ],
    [
      "an account that is an object beside a key",
      { command: "check:credit", trankey: "x", check: { account: {} } },
      ["check.account", "check.routing"],
    ],
    ["a refund:adjust without amount", { command: "refund:adjust", trankey: "x" }, ["amount"]],
  ])("%s is 400 with 21004, names the field, and records nothing", async (_, body, paths) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: anyText, errorcode: 21004 });
    expect(Object.keys(answer.body.fields).sort()).toEqual([...paths].sort());
    for (const reason of Object.values(answer.body.fields))
      expect(reason).toMatch(/^[a-z][a-z ,0-9.'_A-Z]+$/);
    await noRecord();
  });

  test("the reason of each refused field names what the field accepts", async () => {
    const { body } = await post({
      ...sale,
      custom_fields: { 21: "x" },
      lineitems: "x",
      billing_address: [1],
    });
    expect(body.fields).toEqual({
      "custom_fields.21": "keys go from 1 to 20",
      lineitems: "must be a list",
      billing_address: "must be an object",
    });
  });

  test.each([
    ["/keys", { key: "k", limits: "9" }, { limits: "must be an object" }],
    [
      "/keys",
      { key: "k", limits: { minute: "9", day: 0 }, authorizationDays: 1.5 },
      {
        "limits.minute": "must be a number",
        "limits.day": "must be at least 1",
        authorizationDays: "must be a whole number",
      },
    ],
    [
      "/keys",
      { key: "k", duplicates: "some", refundUnsettled: "x", allowedIps: "::1" },
      {
        duplicates: "must be off or all or card-amount or card-amount-orderid",
        refundUnsettled: "must be true or false",
        allowedIps: "must be a list",
      },
    ],
    ["/checks/x", { fail: 5 }, { fail: "must be text" }],
    ["/checks/x", { note: "x".repeat(256) }, { note: "must be at most 255 characters" }],
  ])("a call of the control plane to %s says what is right: %j", async (path, body, fields) => {
    const refusal = await sandbox()
      .control("POST", path, body)
      .catch((error: Error) => error.message);
    const text = String(refusal);
    expect(JSON.parse(text.slice(text.indexOf("{")))).toMatchObject({ errorcode: 21004, fields });
  });

  test.each(Object.entries(neededOf))("%s without anything names all it needs", async (command, needed) => {
    const answer = await sandbox().command(command);
    expect([answer.status, answer.body.errorcode]).toEqual([400, 21004]);
    expect(answer.body.fields).toEqual(needed);
    await noRecord();
  });

  test.each(["nonsense", "SALE", " sale", "constructor", "__proto__", "cc:sale:x", 7, "ünïcödé 💳"])(
    "the command %s is 400 with 20019",
    async (command) => {
      const answer = await post({ ...sale, command });
      expect([answer.status, answer.body.errorcode]).toEqual([400, 20019]);
      await noRecord();
    },
  );

  test.each([
    ["GET", "/nowhere"],
    ["GET", "/"],
    ["DELETE", "/transactions"],
    ["PUT", "/batches/current"],
    ["POST", "/batches"],
    ["GET", "/tokens"],
    ["GET", "/transactions/a/b/c/d"],
  ])("%s %s is 404 with 21001", async (method, path) => {
    const answer = await sandbox().request(method, path);
    expect([answer.status, answer.body]).toEqual([404, { error: anyText, errorcode: 21001 }]);
  });

  test("an unregistered endpoint key is 404 with 21001", async () => {
    const answer = await sandbox().request("GET", "/batches", undefined, { endpoint: "v3" });
    expect([answer.status, answer.body.errorcode]).toEqual([404, 21001]);
  });

  test.each([
    ["GET", "/transactions/0nf000000000000", 47],
    ["GET", "/transactions/3108999999", 47],
    ["GET", "/transactions/%00", 47],
    ["GET", "/transactions/%F0%9F%92%B3", 47],
    ["GET", `/transactions/${"x".repeat(3000)}`, 47],
    ["GET", "/batches/current", 47],
    ["GET", "/batches/0t1000000000000", 47],
    ["GET", "/batches/%27%20or%201=1/transactions", 47],
    ["GET", "/batches/current/transactions", 47],
    ["GET", "/tokens/aaaa-bbbb-cccc-dddd", 605],
    ["GET", "/tokens/4000100011112224", 605],
    ["GET", "/transactions/0nf000000000000/receipts", 47],
  ])("%s %s is 404 with %i", async (method, path, code) => {
    const answer = await sandbox().request(method, path);
    expect([answer.status, answer.body]).toEqual([404, { error: anyText, errorcode: code }]);
  });

  test("closing without an open batch is 400 with 40021", async () => {
    const answer = await sandbox().request("POST", "/batches/current/close");
    expect([answer.status, answer.body]).toEqual([400, { error: "Batch is empty", errorcode: 40021 }]);
  });

  test("an unknown receipt template is 404 with 20030", async () => {
    const trankey = await makeSale(sandbox(), "1.00");
    const answer = await sandbox().request("GET", `/transactions/${trankey}/receipts/mine`);
    expect([answer.status, answer.body.errorcode]).toEqual([404, 20030]);
  });

  test.each(["", "x", "a@", 7, null])("a receipt cannot be sent to %s", async (toemail) => {
    const trankey = await makeSale(sandbox(), "1.00");
    const answer = await post({ toemail }, `/transactions/${trankey}/send`);
    expect([answer.status, answer.body.errorcode]).toEqual([400, 21004]);
    expect(Object.keys(answer.body.fields)).toEqual(["toemail"]);
    expect(await sandbox().control("GET", "/mail")).toEqual([]);
  });

  test.each([2, 10])("a body of %i MB is 413 with 21005", async (megabytes) => {
    const answer = await post({ ...sale, comments: "x".repeat(megabytes * 1_000_000) });
    expect([answer.status, answer.body.errorcode]).toEqual([413, 21005]);
    await noRecord();
  });

  test("the size limit applies to chunked bodies", async () => {
    expect(await sendInChunks(sandbox().url, 40, 65_536)).toBe(401);
    expect((await sandbox().control("GET", "/state")).transactions).toBe(0);
  });
});

describeSandboxOnSqlite("odd but well-meant requests", (sandbox) => {
  test("unknown fields, null, numbers as text and booleans in any spelling are accepted", async () => {
    const { body } = await sandbox().command("sale", {
      amount: " 5.5 ".trim(),
      creditcard: { ...goodCard, number: Number(goodCard.number), unknown: [1] },
      never_heard_of: { deep: true },
      invoice: 10482,
      description: null,
      billing_address: "",
      custom_fields: [],
      amount_detail: [],
      ignore_duplicate: "Y",
      send_receipt: 0,
      traits: null,
    });
    expect(body).toMatchObject({ result_code: "A", auth_amount: "5.50", invoice: "10482" });
  });

  test.each(["text/plain", "APPLICATION/JSON; charset=utf-8", ""])(
    "a content type of '%s' is accepted",
    async (type) => {
      const options = { headers: { "Content-Type": type } };
      expect((await sandbox().request("POST", "/transactions", sale, options)).status).toBe(200);
    },
  );

  test("a GET may have a body, and a close an empty array", async () => {
    await makeSale(sandbox(), "1.00");
    expect(await getWithBody(`${sandbox().url}/batches`)).toBe(401);
    expect((await sandbox().request("POST", "/batches/current/close", "[]")).status).toBe(200);
  });

  test("text in any script is returned unchanged, including markup", async () => {
    const words = `Ünï 💳 </script>"'\\ \u0000 ${"\ud800"} שלום`;
    const { body } = await sandbox().command("sale", { ...sale, description: words, clerk: words });
    const detail = (await sandbox().request("GET", `/transactions/${body.key}`)).body;
    expect(detail.description.toWellFormed()).toBe(words.toWellFormed());
  });

  describe.each(Object.keys(commands))("%s", (command) => {
    test.each([
      { trankey: "\u0000", amount: 1 },
      { trankey: "x".repeat(64), refnum: "\u0000'; drop table transactions; --", amount: 1 },
      {
        amount: 1,
        creditcard: { number: "\u0000", expiration: "\u0000" },
        authcode: "\u0000\n",
        check: { routing: "\u0000", account: "\u0000" },
      },
      {
        amount: 0.01,
        creditcard: goodCard,
        check: goodCheck,
        authcode: "\u0000",
        orderid: "\u0000",
        payment_key: "\u0000",
      },
    ])("control characters never cause an internal error (%#)", async (fields) => {
      const { status } = await sandbox().command(command, fields);
      expect([200, 400]).toContain(status);
    });
  });
});

function sendInChunks(url: string, chunks: number, size: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${url}/transactions`, { method: "POST" }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on("error", reject);
    for (let chunk = 0; chunk < chunks; chunk++) request.write("x".repeat(size));
    request.end();
  });
}

function getWithBody(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method: "GET", headers: { "Content-Length": 2 } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on("error", reject);
    request.end("{}");
  });
}
