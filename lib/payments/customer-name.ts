import { t } from "../language/t.ts";

/** Who paid, as lists and details name them. Cash without a customer is a walk-in customer's on every page. */
export const customerName = (customer: string | undefined, tender: string): string =>
  customer || (tender === "cash" ? t("Walk-in customer") : t("No name"));
