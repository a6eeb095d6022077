import { describe, expect, it } from "vitest";
import { followUpCommands } from "#lib/forms/follow-up.ts";
import { availableActions } from "#lib/gateway/commands.ts";
import { type TransactionDetail, transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import type { RoleLimits, roles } from "#lib/permissions.ts";
import { dismissLabel, toOffers } from "./offers.ts";

const transaction = (changes: Record<string, unknown>): TransactionDetail =>
  transactionDetail.parse({
    key: "9nf9y7mzbxx8cnn",
    trantype_code: "S",
    status_code: "P",
    result_code: "A",
    amount: "179.26",
    creditcard: { number: "xxxxxxxxxxxx2224" },
    ...changes,
  });

const offered = (actions: readonly string[], role: (typeof roles)[number] = "admin") =>
  toOffers(transaction({ available_actions: actions }), { role });

describe("the actions of a payment", () => {
  it("are those that the gateway offers, by the command table's labels", () => {
    const labels = offered([
      "void",
      "releasefunds",
      "queue",
      "quicksale",
      "quickrefund",
      "addtip",
    ]).offered.map(({ label }) => label);
    expect(labels).toEqual([
      "Void",
      "Void and release funds",
      "Change amount or tip",
      "Lower the charge",
      "Take out of the batch",
      "Repeat sale",
      "Quick refund",
      "Refund or void",
    ]);
  });

  it("have a button for every action the contract knows, and one for two spellings of the same", () => {
    const offers = offered(availableActions);
    expect(offers.unknown).toEqual([]);
    const possible = followUpCommands.filter((command) => command !== "cash:refund");
    expect(offers.offered.map(({ command }) => command)).toEqual(possible);
    const both = offered(["tip", "addtip", "quickcredit", "quickrefund"]).offered;
    expect(both.map(({ command }) => command)).toEqual(["cc:adjust", "refund:adjust", "quickrefund"]);
  });

  it("are open to a role that a limit of the settings gives the right", () => {
    const forbidden = (limits?: RoleLimits) =>
      toOffers(transaction({ available_actions: ["refund"] }), { role: "clerk", limits }).offered[0]
        ?.forbidden;
    expect(forbidden()).toMatch(/^For a manager/);
    expect(forbidden({ charge: { transactionCents: 1 } })).toMatch(/^For a manager/);
    expect(forbidden({ refund: { transactionCents: 10_000 } })).toBeUndefined();
  });

  it("show an unknown action as received, and never as a button", () => {
    const offers = offered(["void", "teleport", "teleport"]);
    expect(offers.offered.map(({ command }) => command)).toEqual(["void", "creditvoid"]);
    expect(offers.unknown).toEqual(["teleport"]);
  });

  it("let only those who may refund undo the void of a refund", () => {
    const undo = (trantype_code: string) =>
      toOffers(transaction({ trantype_code, available_actions: ["unvoid"] }), { role: "clerk" }).offered[0];
    expect(undo("V")).toMatchObject({ command: "unvoid", forbidden: undefined });
    expect(undo("Z")).toMatchObject({ command: "unvoid", forbidden: "For a manager or an admin only." });
  });

  it("are disabled, with the reason, for a user without the right", () => {
    const { offered: offers } = offered(["refund", "quicksale"], "clerk");
    const [refund, repeat] = (["refund", "quicksale"] as const).map((name) =>
      offers.find(({ command }) => command === name),
    );
    expect(refund).toMatchObject({ command: "refund", forbidden: "For a manager or an admin only." });
    expect(repeat).toMatchObject({ command: "quicksale", forbidden: undefined });
    for (const { forbidden } of offered(availableActions, "bookkeeper").offered)
      expect(forbidden).toMatch(/^For a /);
    for (const { forbidden } of offered(availableActions, "manager").offered)
      expect(forbidden).toBeUndefined();
  });
});

it("are not known from a reading without them, unless nothing can be done in that state", () => {
  const isUnread = (changes: Record<string, unknown>) =>
    toOffers(transaction(changes), { role: "admin" }).isUnread;
  expect(isUnread({})).toBe(true);
  expect(isUnread({ available_actions: [] })).toBe(false);
  expect(isUnread({ status_code: "D", result_code: "D" })).toBe(false);
});

describe("actions that are not offered", () => {
  const reasons = (changes: Record<string, unknown>) =>
    Object.fromEntries(
      toOffers(transaction(changes), { role: "admin" }).missing.map(({ label, why }) => [label, why]),
    );

  it("include a refund before the batch closes: until then void", () => {
    expect(reasons({ available_actions: ["void"] })).toMatchObject({
      Refund: "possible once the batch has closed, until then use Void",
      Capture: "only for authorizations",
      "Undo void": "there is nothing to undo",
    });
  });

  it("say that the batch is closing, where a payment in it can't be voided any more", () => {
    expect(reasons({ available_actions: ["quicksale"] })).toMatchObject({
      Void: "too late, the batch is closing",
      Refund: "possible once the batch has closed",
    });
  });

  it("include a refund of a check until it is at the bank: until then void", () => {
    const check = {
      trantype_code: "K",
      creditcard: null,
      check: { accountholder: "Ada" },
      available_actions: ["void"],
    };
    expect(reasons(check)).toEqual({ Refund: "possible once the check is at the bank, until then use Void" });
  });

  it("include a void once the batch has closed: it is too late", () => {
    const why = reasons({ status_code: "S", available_actions: ["refund"] });
    expect(why.Void).toMatch(/too late/);
    expect(why).not.toHaveProperty("Refund");
  });

  it("include no commands that do not fit the payment", () => {
    expect(reasons({ trantype_code: "G", creditcard: null, available_actions: [] })).toEqual({});
    expect(reasons({ trantype_code: "C", available_actions: ["void"] })).toEqual({});
    expect(reasons({ result_code: "D", available_actions: [] })).toEqual({});
  });
});

describe("the button that leaves a transaction alone", () => {
  it.each(["void", "cc:void:release"] as const)("names before a %s what the transaction is", (command) => {
    expect(dismissLabel(command, transaction({}))).toBe("Keep the sale");
    expect(dismissLabel(command, transaction({ trantype_code: "C" }))).toBe("Keep the refund");
    const authorization = transaction({ trantype_code: "A", status_code: "N" });
    expect(dismissLabel(command, authorization)).toBe("Keep the authorization");
  });
});
