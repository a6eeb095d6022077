import { type ChargeValues, emptyCharge } from "#lib/charge/fields/values.ts";

/** What a reload took from the form beside its draft: it has to be typed again. */
export type Forgotten = "card" | "account" | undefined;

/** Whether somebody typed anything: a choice of tender alone is nothing to lose. */
export function isTyped(values: ChargeValues): boolean {
  return JSON.stringify(values) !== JSON.stringify(blankLike(values));
}

export const blankLike = ({ attemptId, tender, kind }: ChargeValues): ChargeValues => ({
  ...emptyCharge(attemptId),
  tender,
  kind,
});
