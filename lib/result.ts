import { text } from "#lib/language/t.ts";

/** A value or a refusal. Only these cross a server action: an action never throws what a person did wrong. */
export type Result<Value, Problem = Refusal> = { ok: true; value: Value } | { ok: false; problem: Problem };

/** Why nothing was done, in words for a person, and where the form has to change. */
export type Refusal = {
  kind: "refused";
  message: string;
  /** Reasons by the name of the form's field. */
  fields?: Record<string, string>;
  /** The message only points to the fields: what is wrong is in their reasons alone. */
  pointsToFields?: true;
  /** Its `attemptId` was given up: the same can be asked for with another one. */
  isCanceled?: true;
};

export const ok = <Value>(value: Value): { ok: true; value: Value } => ({ ok: true, value });

export function refuse(message: string, fields?: Record<string, string>): { ok: false; problem: Refusal } {
  return { ok: false, problem: fields ? { kind: "refused", message, fields } : { kind: "refused", message } };
}

/** A refusal whose reasons are at its fields alone. */
export function refuseFields(fields: Record<string, string>): { ok: false; problem: Refusal } {
  return { ok: false, problem: { kind: "refused", message: correctFields, fields, pointsToFields: true } };
}

const correctFields = text("Nothing was done. Please correct the fields that are marked.");
