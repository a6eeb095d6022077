import { describe, expect, test } from "vitest";
import { trantypes } from "#lib/gateway/codes.ts";
import { type CommandName, commands } from "#lib/gateway/commands.ts";
import { describeSandbox, goodCard, type RunningSandbox } from "#e2e/support/sandbox.ts";
import {
  approve,
  goodCheck,
  makeAuthorization,
  makeCheck,
  makeSale,
  makeSettledSale,
  read,
} from "./payments.ts";

type Scenario = {
  /** The fields of a plain request, after whatever has to come before it. */
  request: (sandbox: RunningSandbox) => Promise<Record<string, unknown>>;
  /** All fields of its answer beside the ones that every answer has. */
  answers: readonly string[];
  /** What the record is afterwards; null where there is none. */
  becomes: { trantype_code: keyof typeof trantypes; status: string; available_actions: readonly string[] } | null;
};

const always = ["type", "key", "refnum", "is_duplicate", "result_code", "result", "authcode"];
const cardAnswer = ["creditcard", "avs", "cvc", "batch", "auth_amount", "trantype"];
const amendmentAnswer = ["batch", "auth_amount"];
const refundAnswer = ["creditcard", "avs", "batch", "auth_amount", "trantype"];

const freshSale = {
  trantype_code: "S",
  status: "Authorized (Pending Settlement)",
  available_actions: ["void", "releasefunds", "queue", "quicksale", "quickrefund", "addtip"],
} as const;
const authorized = {
  trantype_code: "A",
  status: "Authorized (Will not be captured)",
  available_actions: ["capture", "void", "releasefunds", "quicksale", "addtip"],
} as const;
const pendingRefund = { trantype_code: "C", status: "Pending Settlement", available_actions: ["void"] } as const;
const capture = {
  request: async (sandbox: RunningSandbox) => ({ trankey: await makeAuthorization(sandbox, "20.00") }),
  answers: amendmentAnswer,
  becomes: freshSale,
} satisfies Scenario;

const scenarios: Record<CommandName, Scenario> = {
  sale: {
    request: async () => ({ amount: "42.50", creditcard: goodCard }),
    answers: cardAnswer,
    becomes: freshSale,
  },
  authonly: {
    request: async () => ({ amount: 42.5, creditcard: goodCard }),
    answers: cardAnswer.filter((field) => field !== "batch"),
    becomes: authorized,
  },
  "cc:postauth": {
    request: async () => ({ amount: "42.50", authcode: "004242", creditcard: goodCard }),
    answers: cardAnswer,
    becomes: freshSale,
  },
  "check:sale": {
    request: async () => ({ amount: "42.50", check: goodCheck }),
    answers: ["auth_amount", "trantype", "proc_refnum"],
    becomes: { trantype_code: "K", status: "Pending", available_actions: ["void", "quicksale", "quickrefund"] },
  },
  "cash:sale": {
    request: async () => ({ amount: "42.50" }),
    answers: ["auth_amount", "trantype"],
    becomes: { trantype_code: "G", status: "Posted", available_actions: [] },
  },
  quicksale: {
    request: async (sandbox) => ({ trankey: await makeSale(sandbox, "5.00"), amount: "42.50" }),
    answers: cardAnswer,
    becomes: freshSale,
  },
  "cc:credit": {
    request: async () => ({ amount: "42.50", creditcard: goodCard }),
    answers: refundAnswer,
    becomes: pendingRefund,
  },
  "check:credit": {
    request: async () => ({ amount: "42.50", check: goodCheck }),
    answers: ["auth_amount", "trantype", "proc_refnum"],
    becomes: { trantype_code: "H", status: "Pending", available_actions: ["void"] },
  },
  "cash:refund": {
    request: async () => ({ amount: "42.50" }),
    answers: ["auth_amount", "trantype"],
    becomes: { trantype_code: "E", status: "Posted", available_actions: [] },
  },
  refund: {
    request: async (sandbox) => ({ trankey: await makeSettledSale(sandbox, "42.50"), amount: "2.50" }),
    answers: refundAnswer,
    becomes: pendingRefund,
  },
  quickrefund: {
    request: async (sandbox) => ({ trankey: await makeSale(sandbox, "42.50"), amount: "42.50" }),
    answers: refundAnswer,
    becomes: pendingRefund,
  },
  creditvoid: {
    request: async (sandbox) => ({ trankey: await makeSettledSale(sandbox, "42.50") }),
    answers: refundAnswer,
    becomes: pendingRefund,
  },
  "cc:capture": capture,
  "cc:capture:error": capture,
  "cc:capture:reauth": capture,
  "cc:capture:override": capture,
  "cc:adjust": {
    request: async (sandbox) => ({ trankey: await makeSale(sandbox, "42.50"), amount: "45.00" }),
    answers: amendmentAnswer,
    becomes: freshSale,
  },
  "refund:adjust": {
    request: async (sandbox) => ({ refnum: await makeSale(sandbox, "42.50"), amount: "2.50" }),
    answers: amendmentAnswer,
    becomes: freshSale,
  },
  void: {
    request: async (sandbox) => ({ trankey: await makeSale(sandbox, "42.50") }),
    answers: [],
    becomes: { trantype_code: "V", status: "Voided", available_actions: ["unvoid", "quicksale"] },
  },
  "cc:void:release": {
    request: async (sandbox) => ({ trankey: await makeSale(sandbox, "42.50") }),
    answers: [],
    becomes: { trantype_code: "V", status: "Voided (Funds Released)", available_actions: ["quicksale"] },
  },
  unvoid: {
    request: async (sandbox) => {
      const trankey = await makeSale(sandbox, "42.50");
      await approve(sandbox, "void", { trankey });
      return { trankey };
    },
    answers: [],
    becomes: freshSale,
  },
  queue: {
    request: async (sandbox) => ({ trankey: await makeSale(sandbox, "42.50") }),
    answers: [],
    becomes: authorized,
  },
  "cc:save": {
    request: async () => ({ creditcard: goodCard }),
    answers: ["creditcard", "savedcard"],
    becomes: null,
  },
};

const names = Object.keys(commands) as CommandName[];

describeSandbox("every command", (sandbox) => {
  describe.each(names)("%s", (name) => {
    const { request, answers, becomes } = scenarios[name];

    test("is approved, answers the fields the contract lists and no other", async () => {
      const { status, body } = await sandbox().command(name, await request(sandbox()));
      expect(status).toBe(200);
      expect(body).toMatchObject({ type: "transaction", is_duplicate: "N", result_code: "A", result: "Approved" });
      expect(Object.keys(body).sort()).toEqual([...always, ...answers].sort());
      expectWireTypes(body);
    });

    test.runIf(becomes)("leaves a record in the right state with the right next actions", async () => {
      const { body } = await sandbox().command(name, await request(sandbox()));
      const detail = await read(sandbox(), body.key);
      expect(detail).toMatchObject({ ...becomes, key: body.key, refnum: body.refnum });
      if (becomes) expect(detail.trantype).toBe(trantypes[becomes.trantype_code]);
    });

    test.each(commands[name].aliases)("may be called %s", async (alias) => {
      const { body } = await sandbox().command(alias, await request(sandbox()));
      expect(body.result_code).toBe("A");
    });

    test.runIf(commands[name].original !== "none")("takes a refnum for a key", async () => {
      const { trankey, refnum, ...fields } = { trankey: undefined, refnum: undefined, ...(await request(sandbox())) };
      const original = trankey ?? refnum ?? (await anOriginal(sandbox(), name));
      const { refnum: number } = await read(sandbox(), original);
      const { body } = await sandbox().command(name, { ...fields, refnum: Number(number) });
      expect(body.result_code).toBe("A");
    });

    test.runIf(commands[name].original === "required")("answers E and 35 for an original nobody knows", async () => {
      const { status, body } = await sandbox().command(name, { amount: "1.00", trankey: "0nf000000000000" });
      expect(status).toBe(200);
      expect(body).toMatchObject({ result_code: "E", error_code: 35, authcode: "" });
    });
  });
});

describeSandbox("tenders", (sandbox) => {
  const followUps = names.filter((name) => commands[name].original === "required");

  test.each(followUps)("%s of a cash sale is refused", async (name) => {
    const trankey = await approve(sandbox(), "cash:sale", { amount: "9.00" });
    const { body } = await sandbox().command(name, { trankey, amount: "1.00" });
    expect(body).toMatchObject({ result_code: "E", error_code: 10124 });
    expect((await read(sandbox(), trankey)).status).toBe("Posted");
  });

  test.each(["void", "creditvoid", "refund", "quicksale", "quickrefund"])(
    "%s works on a check",
    async (name) => {
      const trankey = await makeCheck(sandbox(), "9.00");
      const { body } = await sandbox().command(name, { trankey, ...(name.startsWith("quick") ? { amount: "9.00" } : {}) });
      expect(body.result_code).toBe("A");
    },
  );

  test("a quickrefund of a check is a reverse ACH with the processor's reference", async () => {
    const trankey = await makeCheck(sandbox(), "9.00");
    const { body } = await sandbox().command("quickrefund", { trankey, amount: "9.00" });
    expect(body).toMatchObject({ trantype: "Reverse ACH", proc_refnum: expect.stringMatching(/^\d+$/) });
    expect(body.batch).toBeUndefined();
  });
});

async function anOriginal(sandbox: RunningSandbox, name: CommandName): Promise<string> {
  return name === "check:credit" ? await makeCheck(sandbox, "99.00") : await makeSale(sandbox, "99.00");
}

const textFields = ["key", "refnum", "authcode", "auth_amount", "trantype", "proc_refnum", "result_code", "result"];

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
