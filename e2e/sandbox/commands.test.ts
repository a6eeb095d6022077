import { describe, expect, test } from "vitest";
import { describeSandboxOnSqlite, goodCard, type RunningSandbox } from "#e2e/support/sandbox.ts";
import { trantypes } from "#lib/gateway/codes.ts";
import { type CommandName, commandNames, commands } from "#lib/gateway/commands.ts";
import { approve, goodCheck, makeCheck, makeSale, read } from "./payments.ts";
import { scenarios } from "./rules/command-scenarios.ts";

const always = ["type", "key", "refnum", "is_duplicate", "result_code", "result", "authcode"];

describeSandboxOnSqlite("every command", (sandbox) => {
  describe.each(commandNames)("%s", (name) => {
    const { request, answers, becomes } = scenarios[name];

    test("is approved and returns exactly the fields that the contract lists", async () => {
      const { status, body } = await sandbox().command(name, await request(sandbox()));
      expect(status).toBe(200);
      expect(body).toMatchObject({
        type: "transaction",
        is_duplicate: "N",
        result_code: "A",
        result: "Approved",
      });
      expect(Object.keys(body).sort()).toEqual([...always, ...answers].sort());
      expectWireTypes(body);
    });

    if (becomes)
      test("leaves a record in the right state with the right next actions", async () => {
        const { body } = await sandbox().command(name, await request(sandbox()));
        const detail = await read(sandbox(), body.key);
        expect(detail).toMatchObject({ ...becomes, key: body.key, refnum: body.refnum });
        if (becomes) expect(detail.trantype).toBe(trantypes[becomes.trantype_code]);
      });

    test.each(commands[name].aliases)("may be called %s", async (alias) => {
      const { body } = await sandbox().command(alias, await request(sandbox()));
      expect(body.result_code).toBe("A");
    });

    if (commands[name].original !== "none")
      test("accepts a refnum as key", async () => {
        const { named, fields } = apart(await request(sandbox()));
        const original = named ?? (await anOriginal(sandbox(), name));
        const { refnum: number } = await read(sandbox(), original);
        const { body } = await sandbox().command(name, { ...fields, refnum: Number(number) });
        expect(body.result_code).toBe("A");
      });

    if (commands[name].original === "required")
      test("answers E and 35 for an unknown original", async () => {
        const { fields } = apart(await request(sandbox()));
        const { status, body } = await sandbox().command(name, { ...fields, trankey: "0nf000000000000" });
        expect(status).toBe(200);
        expect(body).toMatchObject({ result_code: "E", error_code: 35, authcode: "" });
      });
  });
});

describeSandboxOnSqlite("tenders", (sandbox) => {
  const followUps = commandNames.filter((name) => commands[name].original === "required");

  test.each(followUps)("%s of a cash sale is refused", async (name) => {
    const { fields } = apart(await scenarios[name].request(sandbox()));
    const trankey = await approve(sandbox(), "cash:sale", { amount: "9.00" });
    const { body } = await sandbox().command(name, { ...fields, trankey });
    expect(body).toMatchObject({ result_code: "E", error_code: 10124 });
    expect((await read(sandbox(), trankey)).status).toBe("Posted");
  });

  test.each(["void", "creditvoid", "refund", "quicksale", "quickrefund"])(
    "%s works on a check",
    async (name) => {
      const trankey = await makeCheck(sandbox(), "9.00");
      const { body } = await sandbox().command(name, {
        trankey,
        ...(name.startsWith("quick") ? { amount: "9.00" } : {}),
      });
      expect(body.result_code).toBe("A");
    },
  );

  test.each<[string, () => Promise<string>]>([
    ["refund", async () => approve(sandbox(), "refund", { trankey: await makeSale(sandbox(), "9.00") })],
    ["credit", () => approve(sandbox(), "cc:credit", { amount: "9.00", creditcard: goodCard })],
    [
      "check refund",
      async () => approve(sandbox(), "refund", { trankey: await makeCheck(sandbox(), "9.00") }),
    ],
    ["check credit", () => approve(sandbox(), "check:credit", { amount: "9.00", check: goodCheck })],
    [
      "quick refund",
      async () => {
        const trankey = await makeSale(sandbox(), "9.00");
        return approve(sandbox(), "quickrefund", { trankey, amount: "9.00" });
      },
    ],
  ])("a quicksale never charges the payer of a %s, pending, voided or settled", async (_, make) => {
    const refused = async (trankey: string) => {
      expect((await read(sandbox(), trankey)).available_actions).not.toContain("quicksale");
      const { body } = await sandbox().command("quicksale", { trankey, amount: "9.00" });
      expect(body).toMatchObject({ result_code: "E", error_code: 10124 });
    };
    const voided = await make();
    await refused(voided);
    await approve(sandbox(), "void", { trankey: voided });
    await refused(voided);
    const settled = await make();
    await sandbox().control("POST", "/clock", { advance: "P5D" });
    await refused(settled);
  });

  test("a quickrefund of a check is a reverse ACH with the processor's reference", async () => {
    const trankey = await makeCheck(sandbox(), "9.00");
    const { body } = await sandbox().command("quickrefund", { trankey, amount: "9.00" });
    expect(body).toMatchObject({ trantype: "Reverse ACH", proc_refnum: expect.stringMatching(/^\d+$/) });
    expect(body.batch).toBeUndefined();
  });
});

/** The transaction that a request names, and its other fields. */
function apart(request: Record<string, unknown>) {
  const { trankey, refnum, ...fields }: { trankey?: string; refnum?: string } = request;
  return { named: trankey ?? refnum, fields };
}

async function anOriginal(sandbox: RunningSandbox, name: CommandName): Promise<string> {
  return name === "check:credit" ? await makeCheck(sandbox, "99.00") : await makeSale(sandbox, "99.00");
}

const textFields = [
  "key",
  "refnum",
  "authcode",
  "auth_amount",
  "trantype",
  "proc_refnum",
  "result_code",
  "result",
];

// biome-ignore lint/suspicious/noExplicitAny: the wire's own shape is what is looked at
function expectWireTypes(body: any): void {
  for (const field of textFields) if (field in body) expect(body[field], field).toBeTypeOf("string");
  if (body.key) expect(body.key).toMatch(/^[0-9a-p]nf[0-9bcdfghjkmnpqrstvwxyz]{12}$/);
  if (body.refnum) expect(Number(body.refnum)).toBeGreaterThan(2 ** 31);
  if (body.auth_amount) expect(body.auth_amount).toMatch(/^\d+\.\d\d$/);
  if (body.creditcard) expect(body.creditcard.number).toBe("xxxxxxxxxxxx2224");
  if (body.savedcard) expect(body.savedcard.key).toMatch(/^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/);
  if (body.batch)
    expect(body.batch).toEqual({
      type: "batch",
      key: expect.stringMatching(/^[0-9a-p]t1[0-9bcdfghjkmnpqrstvwxyz]{12}$/),
      batchrefnum: expect.any(Number),
      sequence: expect.stringMatching(/^\d+$/),
    });
}
