import { t } from "#lib/language/t.ts";

/** What zod takes for an address, for pages without zod. */
const address =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** Why a text doesn't have the form of an email address. Says nothing of a card number in it, see email.ts. */
export const addressProblem = (text: string): string | undefined =>
  address.test(text) ? undefined : t("Enter an email address such as name@example.com.");
