import { z } from "zod";
import { boundedList } from "#lib/gateway/bounded-list.ts";
import { achCorrections, achReturns } from "#lib/gateway/codes/ach-returns.ts";
import { type CommandName, commandRow, dependsOnSettlement, findCommand } from "#lib/gateway/commands.ts";
import { declineText } from "#lib/gateway/errors.ts";
import { longestInvoice } from "#lib/gateway/field-lengths.ts";
import { maximumCents } from "#lib/gateway/maximum-amount.ts";
import { request } from "#lib/gateway/schemas/fields.ts";
import { testCardNumbers, testChecks } from "#lib/gateway/test-cards.ts";
import { requireCents, toDecimal } from "#lib/money.ts";
import { faultKinds } from "../control/fault-kinds.ts";
import { amountRefusal } from "../rules/amount.ts";
import { durationMs } from "../time/duration.ts";

const { text, amount, optional } = request;

const card = text(19).refine(
  (digits) => /^\d{4}$|^\d{6,8}$/.test(digits) || testCardNumbers.has(digits),
  "must be the last four digits, the first six to eight, or a published test card",
);
const account = text(17).refine(
  (digits) => /^\d{4}$/.test(digits) || Object.hasOwn(testChecks.returnedAccounts, digits),
  "must be the last four digits, or a published test account",
);

const match = z
  .strictObject({
    command: optional(text().refine((name) => findCommand(name), "must be a command")),
    tender: z.enum(["card", "check"], { error: "must be card or check" }).optional(),
    amount: optional(
      amount.refine(
        (value) => amountRefusal(requireCents(value)) === undefined,
        `must be more than 0 and at most ${toDecimal(maximumCents)}: no other amount meets a rule`,
      ),
    ),
    card: optional(card),
    account: optional(account),
    routing: optional(text(9).refine((digits) => /^\d{9}$/.test(digits), "must be nine digits")),
    invoice: optional(text(longestInvoice)),
    orderid: optional(text()),
  })
  .refine((given) => Object.values(given).some((value) => value !== undefined), "must name what it matches");

const duration = text(40).refine(
  (value) => durationMs(value) !== undefined,
  "must be a duration such as P2D or PT12H, P3650D at most",
);

const wholeMs = "must be whole milliseconds such as 400";
const outcomes = ["decline", "delayMs", "return", "correction", "fault"] as const;

const effect = z
  .strictObject({
    decline: optional(
      text(10).refine((code) => /^\d{1,6}$/.test(code), "must be a decline code such as 10251"),
    ),
    text: optional(
      text().refine((given) => given.isWellFormed() && !given.includes("\0"), "must be plain text"),
    ),
    delayMs: z.int(wholeMs).min(0, wholeMs).max(600_000, "must be at most 600000").optional(),
    return: codeOf(achReturns, "must be a return code such as R03"),
    after: optional(duration),
    correction: codeOf(achCorrections, "must be a correction code from C01 to C13"),
    fault: z.enum(faultKinds, { error: `must be one of ${faultKinds.join(", ")}` }).optional(),
  })
  .refine(
    (given) => outcomes.filter((name) => given[name] !== undefined).length === 1,
    `must have exactly one of ${outcomes.join(", ")}`,
  )
  .refine(({ text: own, decline }) => own === undefined || decline !== undefined, {
    path: ["text"],
    message: "must be beside decline",
  })
  .refine(({ after, return: code }) => after === undefined || code !== undefined, {
    path: ["after"],
    message: "must be beside return",
  });

/** A rule of the control plane: what happens to the payments it matches. The first match wins. */
const rule = z
  // biome-ignore lint/suspicious/noThenProperty: the word of the control plane; it is never a function
  .strictObject({ match, then: effect })
  .superRefine(({ match: wanted, then }, context) => {
    const tenders = tendersOf(wanted);
    const refuse = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
    if (wanted.command !== undefined && findCommand(wanted.command) && reached(wanted.command).length === 0)
      refuse(["match", "command"], "must be a command that asks a bank: this one never meets a rule");
    else if (tenders.length === 0)
      refuse(["match"], "must not ask for a card and a check at once: no payment is both");
    else if (isSave(wanted.command) && wanted.amount !== undefined)
      refuse(["match", "amount"], "must not be beside cc:save, which has none");
    else if (isOfChecks(then) && !tenders.includes("check"))
      refuse(["then"], "must not return or correct a card payment");
  });
export const ruleList = boundedList(rule, 1000, "must be at most 1000 rules");
export type Rule = z.output<typeof rule>;

/** Rules as they were stored, but for those that another version accepted and this one does not; `leftOut` has their places, from 1. */
export function storedRules(stored: unknown): { rules: Rule[]; leftOut: number[] } {
  const read = z
    .array(z.unknown())
    .parse(stored)
    .map((one) => rule.safeParse(one).data);
  return {
    rules: read.filter((one) => one !== undefined),
    leftOut: read.flatMap((one, place) => (one === undefined ? place + 1 : [])),
  };
}

function codeOf(table: Record<string, string>, message: string) {
  return z
    .string(message)
    .refine((code) => Object.hasOwn(table, code), message)
    .optional();
}

const isOfChecks = (then: z.output<typeof effect>) =>
  then.return !== undefined || then.correction !== undefined;

const isSave = (command: string | undefined) => command !== undefined && findCommand(command) === "cc:save";

/** The tenders of the payments that a command asks the bank for; none for cash and for steps that change a record only. */
function reached(wireName: string): ("card" | "check")[] {
  const name = findCommand(wireName);
  if (!name || isStep(name)) return [];
  const { tenders } = commandRow(name);
  return (["card", "check"] as const).filter((tender) => tenders.includes(tender));
}

/** It acts on a payment in a batch, which no bank is asked for again. */
const isStep = (name: CommandName): boolean => {
  const { records, original } = commandRow(name);
  return records === null && original === "required" && !dependsOnSettlement(name);
};

/** The tenders of the payments that can match. */
function tendersOf(wanted: z.output<typeof match>): ("card" | "check")[] {
  const { command, tender, card: number, account: last, routing } = wanted;
  return (["card", "check"] as const).filter(
    (one) =>
      (tender === undefined || tender === one) &&
      (command === undefined || reached(command).includes(one)) &&
      (number === undefined || one === "card") &&
      ((last === undefined && routing === undefined) || one === "check"),
  );
}

/** A payment as rules see it. */
export type Payment = {
  command: string;
  /** Undefined for a card that is only saved. */
  amount?: string;
  card?: string;
  check?: { account: string; routing: string };
  invoice?: string | undefined;
  orderid?: string | undefined;
};

/** What the first rule that matches does; undefined when none does. */
export function effectOn(rules: readonly Rule[], payment: Payment): Rule["then"] | undefined {
  const tender = payment.check ? "check" : "card";
  return rules.find(
    ({ match: wanted, then }) =>
      (tender === "check" || !isOfChecks(then)) &&
      (wanted.command === undefined || findCommand(wanted.command) === payment.command) &&
      (wanted.tender === undefined || wanted.tender === tender) &&
      (wanted.amount === undefined || wanted.amount === payment.amount) &&
      (wanted.card === undefined || hasDigits(payment.card, wanted.card)) &&
      (wanted.account === undefined || hasDigits(payment.check?.account, wanted.account)) &&
      (wanted.routing === undefined || wanted.routing === payment.check?.routing) &&
      (wanted.invoice === undefined || wanted.invoice === payment.invoice) &&
      (wanted.orderid === undefined || wanted.orderid === payment.orderid),
  )?.then;
}

/** Four digits are the last ones; more are the first ones, or all. */
const hasDigits = (number: string | undefined, digits: string): boolean =>
  number !== undefined && (digits.length === 4 ? number.endsWith(digits) : number.startsWith(digits));

/** The decline of a rule; undefined for a rule that does not decline. */
export function declineOf({ decline, text: own }: Rule["then"]): { code: string; text: string } | undefined {
  return decline === undefined
    ? undefined
    : { code: decline, text: own ?? declineText(decline) ?? "Declined" };
}
