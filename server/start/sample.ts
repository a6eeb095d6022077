import { z } from "zod";
import { isToken } from "#lib/gateway/card-number.ts";
import { commandNames } from "#lib/gateway/commands.ts";
import { transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { toCents } from "#lib/money.ts";
import { tenderOf } from "#lib/payments/transaction-labels.ts";
import { may } from "#lib/permissions.ts";
import { demoUsers } from "#server/auth/demo-users.ts";
import { openStore } from "#server/db/db.ts";
import type { StartSettings } from "#server/env.ts";
import { insertSampleAttempts, type SampleCommand } from "#server/payments/attempts/sample-attempts.ts";
import { StartError } from "./problem.ts";
import type { SandboxGateway } from "./sandbox-gateway.ts";

/** Days of sample payments that the demo starts with (SANDBOX_SAMPLE_DAYS); 0 starts it empty. Throws StartError. */
export function sampleDays(): number {
  const text = process.env.SANDBOX_SAMPLE_DAYS || "30";
  const days = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  if (days <= MAX_DAYS) return days;
  throw new StartError(`SANDBOX_SAMPLE_DAYS must be a whole number from 0 to ${MAX_DAYS}, not "${text}".`);
}

const MAX_DAYS = 90;

/**
 * Fills an empty sandbox with payments of a small shop, and the console's attempts with those its demo users took. A sandbox
 * that has payments stays as it is. Without it the demo works too, so a failure is reported and does not end the start.
 */
export async function addSample(settings: StartSettings, sandbox: SandboxGateway): Promise<void> {
  const days = sampleDays();
  if (days === 0 || process.env.SANDBOX_CONTROL === "off") return;
  try {
    const { status, commands: sent } = await requestSample(sandbox, days);
    if (status !== "success") return;
    await recordAttempts(settings, sent).catch(async (error: unknown) => {
      // Without the attempts of this console every batch would differ. It was empty before, and the next start tries again.
      await fetch(new URL("/_sandbox/reset", sandbox.url), { method: "POST" });
      throw error;
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    console.error(`The sample payments could not be added: ${why}`);
  }
}

async function requestSample(sandbox: SandboxGateway, days: number) {
  const response = await fetch(new URL("/_sandbox/sample", sandbox.url), {
    method: "POST",
    body: JSON.stringify({ days, clerks: takers.map(({ name }) => name), commands: true }),
  });
  if (!response.ok) throw new Error(`the sandbox answered ${response.status}.`);
  return answer.parse(await response.json());
}

/** The users who take payments: the clerk first, then the manager. */
const takers = demoUsers.filter(({ role }) => may(role, "charge"));

async function recordAttempts(settings: StartSettings, sent: z.output<typeof command>[]): Promise<void> {
  const db = openStore(settings);
  try {
    const rows = await db
      .selectFrom("users")
      .select(["id", "name"])
      .where(
        "email",
        "in",
        takers.map(({ email }) => email),
      )
      .execute();
    const users = new Map(rows.map((row) => [row.name, row]));
    const samples = sent.flatMap((one): SampleCommand[] => {
      const user = users.get(one.clerk);
      return user ? [{ ...one, user, tender: sampleTender(one), amountCents: amountOf(one) }] : [];
    });
    await insertSampleAttempts(db, samples);
  } finally {
    await db.destroy();
  }
}

const command = z.object({
  at: z.number().int(),
  clerk: z.string(),
  command: z.enum(commandNames),
  request: z.looseObject({
    amount: z.string().optional(),
    creditcard: z.looseObject({ number: z.string() }).optional(),
  }),
  reference: z.string(),
  payer: z.string(),
  reply: transactionDetail,
  answerLost: z.boolean(),
  original: transactionDetail.optional(),
  completes: z.string().optional(),
});

const answer = z.object({
  status: z.enum(["success", "unchanged"]),
  commands: z.array(command).default([]),
});

type Sent = z.output<typeof command>;

function sampleTender({ command: name, request, original }: Sent): SampleCommand["tender"] {
  const number = request.creditcard?.number;
  if (number !== undefined && isToken(number) && !maskedNumber.test(number)) return "token";
  if (request.check || (original && tenderOf(original) === "check")) return "check";
  return name === "cash:sale" || name === "cash:refund" ? "cash" : "card";
}

/** Masked, a number has as many letters and digits as a token. */
const maskedNumber = /^x+\d{4}$/;

/** A command without an amount moves that of the payment it acts on. */
const amountOf = ({ request, original }: Sent) =>
  toCents(request.amount ?? original?.amount ?? "") ?? undefined;
