import { expect, test } from "vitest";
import { describeSandboxOnSqlite, type RunningSandbox } from "#e2e/support/sandbox.ts";
import { commandNames, commandRow } from "#lib/gateway/commands.ts";
import { transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { judgeOriginal } from "#server/payments/lookup/judge-original.ts";
import { makeSale, read } from "../payments.ts";
import { scenarios } from "./command-scenarios.ts";

/** Scenarios whose payment can't show it, with the reason. */
const hidden: Partial<Record<keyof typeof scenarios, string>> = {
  creditvoid: "its payment is settled, which is refunded by a transaction of its own",
};

const judged = commandNames.filter((name) => "change" in commandRow(name).evidence);

describeSandboxOnSqlite("the state of the payment after a lost answer", (sandbox) => {
  test.each(judged.filter((name) => !hidden[name]))(
    "shows that %s was done, and before it that it wasn't",
    async (name) => {
      expect(await judge(sandbox(), name, await scenarios[name].request(sandbox()))).toEqual([
        "unchanged",
        "done",
      ]);
    },
  );

  test("shows that a creditvoid was done where it voided the payment", async () => {
    const trankey = await makeSale(sandbox(), "42.50");
    expect(await judge(sandbox(), "creditvoid", { trankey })).toEqual(["hidden", "done"]);
  });

  test.each(judged.filter((name) => hidden[name]))(
    "shows nothing about %s, before or after it",
    async (name) => {
      expect(await judge(sandbox(), name, await scenarios[name].request(sandbox()))).toEqual([
        "hidden",
        "hidden",
      ]);
    },
  );
});

/** What the payment proves before the command was done, and after. */
async function judge(
  sandbox: RunningSandbox,
  command: keyof typeof scenarios,
  fields: Record<string, unknown>,
) {
  const original = String(fields.trankey ?? fields.refnum);
  const before = transactionDetail.parse(await read(sandbox, original));
  const row = { command, original_before: JSON.stringify(before), request: JSON.stringify(fields) };
  const { body } = await sandbox.command(command, fields);
  expect(body.result_code).toBe("A");
  const after = transactionDetail.parse(await read(sandbox, original));
  return [judgeOriginal(row, before), judgeOriginal(row, after)];
}
