/**
 * What would resolve an attempt, as lookups store it: a value where only a manager can, otherwise a sentence with this
 * attempt's own time, batch or transaction.
 */
export type WaitsFor = ManagerOnly | { sentence: string };
type ManagerOnly = keyof typeof managerTexts;

const managerTexts = {
  manager: "A manager has to decide: the gateway has no record that would show it.",
  externalChange:
    "A manager has to decide: the payment has changed, but nothing proves that this action changed it.",
} as const;

/** Whether no further lookup could resolve it. */
export const isManagerOnly = (waitsFor: WaitsFor | undefined): waitsFor is ManagerOnly =>
  typeof waitsFor === "string";

/** The text for people. Rows stored by earlier versions hold it as it was written. */
export function waitsForText(stored: WaitsFor | string): string {
  if (typeof stored === "object") return stored.sentence;
  return isValue(stored) ? managerTexts[stored] : stored;
}

const isValue = (stored: string): stored is ManagerOnly => Object.hasOwn(managerTexts, stored);
