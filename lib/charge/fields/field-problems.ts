import { cardNumberProblem, holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { t } from "#lib/language/t.ts";
import { isDay } from "#lib/time.ts";
import { type CustomField, yesOrNo } from "./custom-fields.ts";
import type { ChargeField } from "./field.ts";

/** Why a text has the wrong form for its field, in any payment. What else is wrong is shown only where the payment uses it. */
export function* formProblems(field: ChargeField, text: string): Generator<string> {
  const { options, max, holdsNumber } = field;
  if (options) {
    if (!options.some(({ value }) => value === text)) yield t("Choose one of the list.");
  } else if (max !== undefined) yield* textProblems(text, max);
  else if (!holdsNumber && holdsCardNumber(text)) yield cardNumberProblem;
}

/** Why a text of at most `max` characters is refused. */
export function* textProblems(text: string, max: number): Generator<string> {
  if (holdsCardNumber(text)) yield cardNumberProblem;
  if (text.length > max) yield t("Use at most {max} characters.", { max });
}

/** Why a text that was typed into a custom field is refused. */
export function customProblem({ type, choices }: CustomField, text: string): string | undefined {
  switch (type) {
    case "number":
      return /^-?\d{1,15}(\.\d{1,6})?$/.test(text)
        ? undefined
        : t("Enter a number with digits and a point, such as 12 or 3.5.");
    case "date":
      return isDay(text) ? undefined : t("Enter the date as year-month-day, such as 2026-11-20.");
    case "yes/no":
      return yesOrNo.includes(text) ? undefined : t("Choose one of the list.");
    case "list":
      return choices?.includes(text) ? undefined : t("Choose one of the list.");
    case "text":
      return undefined;
  }
}
