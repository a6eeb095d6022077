import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomRuns } from "#lib/random-tests.ts";
import { type FollowUpForm, followUpForms } from "./commands/follow-up-forms.ts";
import { commandForAction, commandNames, commandRow, findCommand } from "./commands.ts";
import { type CommandFields, type CommandInput, requestOf } from "./schemas/command-requests.ts";
import { explanationOf } from "./schemas/requirements.ts";
import { transactionDetail } from "./schemas/transaction.ts";

const card = { number: "4000100011112224", expiration: "1228" };

describe("requests", () => {
  test("every spelling in the contract maps to one row", () => {
    expect(findCommand("cc:sale")).toBe("sale");
    expect(findCommand("cc:refund:adjust")).toBe("refund:adjust");
    expect(findCommand("nonsense")).toBeUndefined();
    expect(findCommand("constructor")).toBeUndefined();
  });

  test("a sale is parsed with amounts as decimal text, in any spelling", () => {
    const input: CommandInput<"sale"> = {
      amount: 42.5,
      creditcard: card,
      amount_detail: { tip: "2" },
      save_card: "Y",
    };
    const fields: CommandFields<"sale"> = requestOf("sale").parse(input);
    expect(fields).toMatchObject({ amount: "42.50", amount_detail: { tip: "2.00" }, save_card: true });
  });

  test("a missing field is named by its path", () => {
    const issues = requestOf("sale").safeParse({ creditcard: { expiration: "1228" } }).error?.issues;
    expect(issues?.map((issue) => issue.path.join("."))).toEqual(["amount", "creditcard.number"]);
    const bare = requestOf("sale")
      .safeParse({})
      .error?.issues.map((issue) => issue.path.join("."));
    expect(bare).toEqual(["amount", "creditcard"]);
  });

  test.each(commandNames)("the explanation of an invalid %s refuses the same requests", (name) => {
    const request = requestOf(name);
    const names = Object.keys(request.shape);
    const leaf = fc.oneof(fc.constantFrom("1.00", "", null, 7, true, {}, [], "xxxx2224"), fc.jsonValue());
    const parts = ["number", "expiration", "routing", "account", "subtotal"];
    const value = fc.oneof(leaf, fc.dictionary(fc.constantFrom(...parts), leaf));
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), value), (body) => {
        const explained = explanationOf(request).safeParse(body);
        expect(explained.success).toBe(request.safeParse(body).success);
      }),
      { numRuns: randomRuns(300) },
    );
  });

  test("an original may be named by key or by refnum, but must be named", () => {
    expect(requestOf("void").safeParse({ refnum: 3108427691 }).success).toBe(true);
    expect(requestOf("void").safeParse({}).success).toBe(false);
  });

  test.each(["12.345", "abc", Number.NaN, {}, true])("%s is refused as an amount", (amount) => {
    expect(requestOf("cash:sale").safeParse({ amount }).success).toBe(false);
  });
});

describe("available actions", () => {
  test.each([
    ["void", "void"],
    ["releasefunds", "cc:void:release"],
    ["addtip", "cc:adjust"],
    ["tip", "cc:adjust"],
    ["quickcredit", "quickrefund"],
    ["capture", "cc:capture"],
    ["refund", "refund"],
  ] as const)("%s leads to %s", (action, command) => expect(commandForAction(action)).toBe(command));

  test("an unknown action offers nothing", () => expect(commandForAction("teleport")).toBeUndefined());
});

describe("the rows", () => {
  const forms: FollowUpForm[] = Object.values(followUpForms);

  test("give every dialog a unique key and position", () => {
    expect(new Set(forms.map(({ key }) => key)).size).toBe(forms.length);
    expect(new Set(forms.map(({ position }) => position)).size).toBe(forms.length);
  });

  test("explain a command only as an existing one", () => {
    for (const { explainedAs } of forms) if (explainedAs) expect(findCommand(explainedAs)).toBeDefined();
  });

  test.each(commandNames)("define how a lost answer of %s is found", (name) => {
    const { evidence, reference, original } = commandRow(name);
    // Without our reference only the payment it acts on can show it.
    if (reference === "none") expect(["original", "saved"]).toContain(evidence.source);
    if ("change" in evidence) expect(original).toBe("required");
  });
});

describe("replies", () => {
  test("replies of real gateways with odd spellings are parsed to the same shape", () => {
    expect(
      transactionDetail.parse({
        key: 12,
        refnum: 3108427691,
        authcode: "001234",
        amount: 42.5,
        auth_amount: "42.5",
        batch: [],
        check: null,
        customer: "",
        invoice: 10482,
        available_actions: "none",
        creditcard: { number: "xxxxxxxxxxxx2224", avs_zip: 60614, extra: 1 },
        never_heard_of: { deep: true },
      }),
    ).toMatchObject({
      key: "12",
      refnum: "3108427691",
      authcode: "001234",
      amount: "42.50",
      auth_amount: "42.50",
      batch: undefined,
      check: undefined,
      invoice: "10482",
      available_actions: undefined,
      creditcard: { number: "xxxxxxxxxxxx2224", avs_zip: "60614", extra: 1 },
      never_heard_of: { deep: true },
    });
  });
});

test("no text of a command says that a batch is open: the payment may open one", () => {
  const texts = commandNames.map((name) => JSON.stringify(commandRow(name)));
  expect(texts.filter((text) => text.includes("open batch"))).toEqual([]);
});
