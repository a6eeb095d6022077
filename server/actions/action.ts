import "server-only";
import type { z } from "zod";
import { isOwnId } from "#lib/card-data/card-address.ts";
import { cardNumberProblem, holdsCardNumber, maskCardNumbers } from "#lib/card-data/card-detector.ts";
import { ok, type Refusal, type Result, refuse, refuseFields } from "#lib/result.ts";
import { enter, type Need, requireOwnOrigin } from "#server/auth/guard.ts";
import { noteAction, type SignedInUser } from "#server/auth/session/sessions.ts";
import { db } from "#server/db/db.ts";
import { asCaller } from "#server/gateway-client/caller.ts";
import { errorReference } from "#server/http/request-id.ts";
import { inEnglish } from "#server/language/request-language.ts";
import { log } from "#server/log.ts";
import { storeTrouble, storeTroubleText } from "#server/sql/store-trouble.ts";

type ActionOptions<Input extends z.ZodType> = {
  /** What the person must be allowed to do; `signedIn` when anyone who is signed in may. */
  right: Need;
  input: Input;
  /** The fields that take card and account numbers, by their dotted paths. Any other that holds a card number is refused. */
  numberFields?: RegExp;
  /**
   * True when it is safe to repeat: an exception is then reported as "please try again". Otherwise the exception is rethrown,
   * and the caller must treat the outcome as unknown. Never true where money may move.
   */
  isRepeatable?: boolean;
  /**
   * Whether it is certain that an action that broke did nothing, for one where money may move. Then a store that takes
   * no writes is a refusal with its reason instead of an unknown outcome.
   */
  hasDoneNothing?: (input: z.output<Input>) => Promise<boolean>;
};

/**
 * Wraps what a 'use server' file exports. Before `run`: the Origin is our own, the session is valid, the page belongs to the
 * signed-in person, the right is there, the input parses and holds a card number only where it belongs. Otherwise it returns a refusal without calling `run`. The input is
 * never logged.
 */
export function action<Input extends z.ZodType, Value, Problem = Refusal>(
  options: ActionOptions<Input>,
  run: (user: SignedInUser, input: z.output<Input>) => Promise<Result<Value, Problem>>,
): (raw: z.input<Input>) => Promise<Result<Value, Problem | Refusal>> {
  return (raw) =>
    inEnglish(async (): Promise<Result<Value, Problem | Refusal>> => {
      const origin = await requireOwnOrigin();
      if (!origin.ok) return origin;
      const entry = await enter(options.right, { fromPage: true });
      if (entry.kind !== "in") return { ok: false, problem: entry.problem };
      const input = readInput(options, raw);
      if (!input.ok) return input;
      await noteAction(db(), entry.user);
      return perform(options, input.value, () => asCaller(entry.user, () => run(entry.user, input.value)));
    });
}

/** `action` for a caller who is not signed in: what they may do depends on the input alone. */
export function publicAction<Input extends z.ZodType, Value>(
  options: Pick<ActionOptions<Input>, "input">,
  run: (input: z.output<Input>) => Promise<Result<Value>>,
): (raw: z.input<Input>) => Promise<Result<Value>> {
  return (raw) =>
    inEnglish(async (): Promise<Result<Value>> => {
      const origin = await requireOwnOrigin();
      if (!origin.ok) return origin;
      const input = readInput(options, raw);
      return input.ok ? perform({ isRepeatable: true }, input.value, () => run(input.value)) : input;
    });
}

function readInput<Input extends z.ZodType>(
  { input, numberFields }: Pick<ActionOptions<Input>, "input" | "numberFields">,
  raw: z.input<Input>,
): Result<z.output<Input>> {
  const read = input.safeParse(raw);
  if (!read.success) return refuseFields(toFieldReasons(read.error));
  const misplaced = findCardNumber(raw, numberFields);
  if (misplaced !== undefined)
    return refuse(`Nothing was done. ${cardNumberProblem}`, {
      [maskCardNumbers(misplaced)]: cardNumberProblem,
    });
  return ok(read.data);
}

/** Runs it, and says what an exception means to the caller. */
async function perform<Input extends z.ZodType, Value, Problem>(
  options: Partial<Pick<ActionOptions<Input>, "right" | "isRepeatable" | "hasDoneNothing">>,
  input: z.output<Input>,
  run: () => Promise<Result<Value, Problem>>,
): Promise<Result<Value, Problem | Refusal>> {
  try {
    return await run();
  } catch (error) {
    if (isNextSignal(error)) throw error;
    const reference = errorReference();
    log.error({ err: error, reference, right: options.right }, "an action failed");
    const trouble = storeTrouble(error);
    if (trouble && (await options.hasDoneNothing?.(input).catch(() => false)))
      return refuse(`${storeTroubleText[trouble]} Nothing was charged. Tell your administrator.`);
    if (trouble && options.isRepeatable)
      return refuse(`${storeTroubleText[trouble]} This was not saved. Tell your administrator.`);
    if (!options.isRepeatable) throw new Error(`An action broke (${reference}).`);
    return refuse(
      `Something went wrong on our side. Try again. If this happens again, report the number ${reference}.`,
    );
  }
}

/** No form has more fields that a person could correct at once. */
const maxReasons = 100;

/** The first reason for each field, by its dotted path: `billing.zip`, `lines.0.amount`. */
function toFieldReasons(error: z.ZodError): Record<string, string> {
  const reasons: Record<string, string> = {};
  for (const issue of error.issues.slice(0, maxReasons)) reasons[issue.path.join(".")] ??= issue.message;
  return reasons;
}

/** The dotted path of the first text that holds a card number and may not; else undefined. */
function findCardNumber(value: unknown, allowed: RegExp | undefined, path = ""): string | undefined {
  if (typeof value === "string") {
    if (allowed?.test(path) || secretField.test(path) || isOwnId(value)) return undefined;
    return holdsCardNumber(value) ? path : undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    const found = findCardNumber(part, allowed, path ? `${path}.${name}` : name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Compared with a hash and never kept. */
const secretField = /(?:^|\.)(?:password|newPassword)$/;

/** redirect(), notFound() and their like travel as exceptions that Next has to see. */
function isNextSignal(error: unknown): boolean {
  return error instanceof Error && "digest" in error && String(error.digest).startsWith("NEXT_");
}
