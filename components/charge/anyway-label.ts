import { type CommandName, givesMoneyBack, holdsMoney } from "#lib/gateway/commands.ts";
import { t } from "#lib/language/t.ts";

/** What the button says that sends a payment in spite of a question. `sum` is the amount as text. */
export function anywayLabel(command: CommandName, sum: string): string {
  if (givesMoneyBack(command)) return t("Send {sum} back anyway", { sum });
  if (holdsMoney(command)) return t("Authorize {sum} anyway", { sum });
  return t("Charge {sum} anyway", { sum });
}
