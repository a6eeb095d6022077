import { goodCard, type RunningSandbox } from "#e2e/support/sandbox.ts";

/** Ways to get a transaction into a state, each by the API alone. All return its key. */

export const goodCheck = {
  accountholder: "Sofia Marchetti",
  routing: "021000021",
  account: "324523524",
  account_type: "checking",
  number: "101",
  format: "WEB",
};

/** Approves, or throws what came instead. */
export async function approve(
  sandbox: RunningSandbox,
  command: string,
  fields: Record<string, unknown>,
): Promise<string> {
  const { body, text } = await sandbox.command(command, fields);
  if (body.result_code !== "A") throw new Error(`${command} was not approved: ${text}`);
  return body.key;
}

export const makeSale = (sandbox: RunningSandbox, amount: string, more: Record<string, unknown> = {}) =>
  approve(sandbox, "sale", { amount, creditcard: goodCard, ignore_duplicate: true, ...more });

export const makeAuthorization = (
  sandbox: RunningSandbox,
  amount: string,
  more: Record<string, unknown> = {},
) => approve(sandbox, "authonly", { amount, creditcard: goodCard, ignore_duplicate: true, ...more });

export const makeCheck = (sandbox: RunningSandbox, amount: string, more: Record<string, unknown> = {}) =>
  approve(sandbox, "check:sale", { amount, check: { ...goodCheck, ...more } });

export async function makeSettledSale(
  sandbox: RunningSandbox,
  amount: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const key = await makeSale(sandbox, amount, more);
  await closeBatch(sandbox);
  return key;
}

export const closeBatch = (sandbox: RunningSandbox) => sandbox.control("POST", "/batches/current/close");

/** The detail of a transaction. */
export async function read(sandbox: RunningSandbox, key: string) {
  const { body, status, text } = await sandbox.request("GET", `/transactions/${key}`);
  if (status !== 200) throw new Error(`${key} could not be read: ${text}`);
  return body;
}

export async function currentBatch(sandbox: RunningSandbox) {
  return (await sandbox.request("GET", "/batches/current")).body;
}
