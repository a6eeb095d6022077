import { randomBytes } from "node:crypto";
import { read } from "#e2e/sandbox/payments.ts";
import { scenarios } from "#e2e/sandbox/rules/command-scenarios.ts";
import type { RunningSandbox } from "#e2e/support/sandbox.ts";
import { type CommandName, commandNames, commands } from "#lib/gateway/commands.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { requireCents } from "#lib/money.ts";
import type { Plan } from "#server/payments/plan.ts";

/** A form as it is filled in, about to be sent. Its `attemptId` travels as its description. */
export type Submission = { name: SubmissionName; command: CommandName; plan: Plan };

export type SubmissionName = CommandName | typeof declinedSale;

/** Every money command, and one whose lost answer must not be reported as a charge. */
const declinedSale = "a declined sale";
export const submissionNames: readonly SubmissionName[] = [
  // These close the open batch to have something settled: what is prepared after them stays unsettled.
  "refund",
  "creditvoid",
  ...commandNames.filter((name) => name !== "refund" && name !== "creditvoid"),
  declinedSale,
];

/** Fills in one form for each name, in order, after creating the transactions it needs. */
export async function prepareSubmits(
  sandbox: RunningSandbox,
  names: readonly SubmissionName[],
): Promise<Submission[]> {
  const settledFirst = [...names.entries()].sort(
    ([, a], [, b]) => submissionNames.indexOf(a) - submissionNames.indexOf(b),
  );
  const prepared: Submission[] = [];
  for (const [place, name] of settledFirst) prepared[place] = await prepare(sandbox, name);
  return prepared;
}

async function prepare(sandbox: RunningSandbox, name: SubmissionName): Promise<Submission> {
  const command = name === declinedSale ? "sale" : name;
  const fields = await scenarios[command].request(sandbox);
  if (name === declinedSale) fields.creditcard = { number: "4000300011112220", expiration: "1249" };
  const id = `proof-${randomBytes(9).toString("hex")}`;
  const key = fields.trankey ?? fields.refnum;
  // A key, as the scenarios write it.
  const before = key === undefined ? undefined : ((await read(sandbox, String(key))) as TransactionDetail);
  const [tender] = commands[command].tenders;
  return {
    name,
    command,
    plan: {
      attemptId: id,
      command,
      // Read back in the gateway's record, where the command keeps one, and by the proxy that counts.
      body: { ...fields, description: id },
      tender,
      paymentMethod: tender === "card" ? "Visa ending 2224" : "Another card",
      amountCents: fields.amount === undefined ? undefined : requireCents(String(fields.amount)),
      ...(before && { original: { key: String(key), before } }),
    },
  };
}
