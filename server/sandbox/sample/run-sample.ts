import { randomInt } from "node:crypto";
import { isToken, maskCardNumber } from "#lib/gateway/card-number.ts";
import { type CommandName, commands } from "#lib/gateway/commands.ts";
import type { CommandResult } from "../commands/handler.ts";
import { findSnapshot } from "../commands/original.ts";
import { readCommand, runCommand } from "../commands/run-command.ts";
import type { Call, Sandbox } from "../context.ts";
import { presentDetail } from "../presenters/transaction-detail.ts";
import { presentReply } from "../presenters/transaction-reply.ts";
import { nextDueAt, runDueIn } from "../processor/settlement.ts";
import { findBatch } from "../store/batches.ts";
import type { Month } from "./month.ts";
import { planPhoneOrders } from "./plan-sample.ts";
import type { SampleStep } from "./step.ts";

/** A command as its client knows it: what it sent, without card or account number and security code, and what came back. */
export type RunCommand = {
  /** Epoch ms. */
  at: number;
  clerk: string;
  command: CommandName;
  request: Record<string, unknown>;
  /** In the comments, where the command has a place for it. */
  reference: string;
  /** What paid: "Visa ending 2224". */
  payer: string;
  /** The answer; where it was lost, the transaction as it was found later. */
  reply: Record<string, unknown>;
  answerLost: boolean;
  /** The transaction it acts on, as it was before. */
  original?: Record<string, unknown> | undefined;
  /** The key of the partly approved payment whose rest it collects. */
  completes?: string | undefined;
};

type Run = {
  sandbox: Sandbox;
  call: Omit<Call, "now">;
  month: Month;
  done: Map<SampleStep, CommandResult>;
  /** Epoch ms: nothing falls due before. */
  dueAt: number;
};

/**
 * Runs the commands of a plan, each as of its time, with the batch closes and bank steps that fall due in between. Sends no
 * event and no mail, and uses up no limit. Returns the commands of the clerks.
 */
export async function runSample(
  sandbox: Sandbox,
  { db, source, now }: Pick<Call, "db" | "source" | "now">,
  { steps, month }: { steps: readonly SampleStep[]; month: Month },
): Promise<RunCommand[]> {
  const silent: Sandbox = {
    ...sandbox,
    settings: { ...sandbox.settings, smtpUrl: undefined },
    webhooks: { ...sandbox.webhooks, wanted: () => false },
  };
  const address = { clientIp: "127.0.0.1", serverIp: "127.0.0.1" };
  const call = { sandbox: silent, db, source, hasWaitedForIssuer: false, ...address };
  const run: Run = { sandbox: silent, call, month, done: new Map(), dueAt: 0 };
  const made: RunCommand[] = [];
  for (const step of steps) made.push(...(await runStep(run, step)));
  await runDueIn(silent, db, now);
  if (!(await findBatch(db, "current")))
    for (const step of planPhoneOrders(month, {
      from: Math.max(steps.at(-1)?.at ?? 0, now - LATELY_MS),
      until: now,
    }))
      made.push(...(await runStep(run, step)));
  return made;
}

const LATELY_MS = 45 * 60_000;

async function runStep(run: Run, step: SampleStep): Promise<RunCommand[]> {
  const { call, sandbox, done } = run;
  const { at, command } = step;
  if (at >= run.dueAt) {
    await runDueIn(sandbox, call.db, at);
    run.dueAt = await nextDueAt(call.db);
  }
  const originalKey = step.on && keyOf(run, step.on);
  const original = originalKey === undefined ? undefined : await readDetail(run, originalKey, at);
  const reference = newReference();
  const body = {
    ...bodyOf(run, step, reference),
    ...(originalKey !== undefined && { trankey: originalKey }),
  };
  const result = await runCommand({ ...call, now: at }, readCommand({ ...body, command }));
  done.set(step, result);
  noteDue(run, at, result);
  const clerk = clerkOf(run, step);
  if (clerk === undefined) return [];
  const made = {
    at,
    clerk,
    command,
    request: withoutNumbers(body),
    reference,
    payer: payerOf(result),
    reply: step.answerLost ? await readDetail(run, keyOf(run, step), at) : presentReply(command, result),
    answerLost: step.answerLost === true,
    original,
    completes: step.completes && keyOf(run, step.completes),
  };
  return [made];
}

/** A command may have opened a batch or given a check its next step. */
function noteDue(run: Run, at: number, { row, batch }: CommandResult): void {
  if (batch) run.dueAt = Math.min(run.dueAt, at + run.sandbox.settings.batchHours * 3_600_000);
  if (row?.next_step_at) run.dueAt = Math.min(run.dueAt, row.next_step_at);
}

function bodyOf(run: Run, step: SampleStep, reference: string): Record<string, unknown> {
  const clerk = clerkOf(run, step);
  const token = step.savedBy && run.done.get(step.savedBy)?.row?.details.savedcard?.key;
  return {
    // An action that moves no money has no place for them.
    ...(clerk !== undefined &&
      commands[step.command].reference !== "none" && {
        software: "Merchant Console",
        clerk,
        comments: `[${reference}]`,
      }),
    ...step.body,
    ...(token && { creditcard: { number: token, expiration: "0000" } }),
  };
}

const clerkOf = ({ month }: Run, { clerk }: SampleStep) =>
  clerk === undefined ? undefined : month.options.clerks[clerk];

function keyOf({ done }: Run, step: SampleStep): string {
  const key = done.get(step)?.row?.key;
  if (key === undefined) throw new Error("A command of the sample acts on a payment that was not made.");
  return key;
}

async function readDetail({ call, sandbox }: Run, key: string, at: number) {
  const snapshot = await findSnapshot(call.db, key, at);
  if (!snapshot) throw new Error("A payment of the sample is missing.");
  return presentDetail(snapshot, {
    timeZone: sandbox.settings.timeZone,
    sourceName: call.source.settings.name,
  });
}

function payerOf({ row }: CommandResult): string {
  const { card, check } = row?.details ?? {};
  if (card) return `${card.brand} ending ${card.masked.slice(-4)}`;
  if (!check) return "Cash";
  return `${check.account_type === "savings" ? "Savings" : "Checking"} account ending ${check.last4}`;
}

/** A client's own name for a payment, such as "8C2N-VX4P". Not from the seed: two samples never share one. */
function newReference(): string {
  const four = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join("");
  return `${four()}-${four()}`;
}

const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The request as it may be kept. */
function withoutNumbers(body: Record<string, unknown>): Record<string, unknown> {
  const kept = { ...body };
  const { creditcard, check } = body as {
    creditcard?: Numbered & { number: string };
    check?: Numbered & { account: string };
  }; // as plan-sample.ts makes them
  if (creditcard) {
    const { cvc, number, ...card } = creditcard;
    kept.creditcard = {
      ...card,
      number: isToken(number) ? number : maskCardNumber(number),
      cvc_sent: cvc !== undefined,
    };
  }
  if (check) kept.check = { ...check, account: check.account.slice(-4).padStart(check.account.length, "x") };
  return kept;
}

type Numbered = Record<string, unknown>;
