import { t } from "#lib/language/t.ts";
import { cardNumberProblem, holdsCardNumber } from "../card-data/card-detector.ts";

/** What zod takes for an address, for pages without zod. */
const address =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** Why a text isn't an email address for a receipt; undefined when it is one. */
export function emailProblem(text: string): string | undefined {
  if (!address.test(text)) return t("Enter an email address such as name@example.com.");
  return holdsCardNumber(text) ? cardNumberProblem : undefined;
}
