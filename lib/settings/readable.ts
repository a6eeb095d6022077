import { pointFormat, typedCents } from "../format/amount-text.ts";
import { countOf } from "../format/counts.ts";
import { formatMoney } from "../format/money.ts";
import { t } from "../language/t.ts";
import { limitedRoles, limitsText, readMoneyLimits } from "../payments/money-limits.ts";
import { rightLabels } from "../people/permission-labels.ts";
import { roleTitle } from "../people/role-labels.ts";
import { moneyRights } from "../permissions.ts";
import { type MerchantSettingName, settingOf } from "./merchant-settings.ts";
import { readRoles } from "./read-lists.ts";

/** The text of a setting for a person: "$10,000.00", "15 minutes", "none". */
export function readable(name: MerchantSettingName, text: string): string {
  const { kind, range } = settingOf(name);
  if (text === "") return t("none");
  switch (kind) {
    case "flag":
      return text === "1" ? t("on ~setting") : t("off ~setting");
    case "number":
      return range?.unit === "minutes" ? countOf(Number(text), "minute") : countOf(Number(text), "second");
    case "amount":
    case "optionalAmount": {
      const cents = typedCents(text, pointFormat);
      return cents === null ? text : formatMoney(cents);
    }
    case "roles":
      return (readRoles(text) ?? []).map(roleTitle).join(", ") || text;
    case "limits":
      return limitsByRole(text);
    default:
      return text;
  }
}

/** "Clerk, take payments: $50.00 per transaction; Clerk, refund: $20.00 per transaction, $100.00 per business day". */
function limitsByRole(text: string): string {
  const { limits } = readMoneyLimits(text);
  const shown = limitedRoles.flatMap((role) =>
    moneyRights.flatMap((right) => {
      const limit = limitsText(limits[role]?.[right]);
      return limit ? [`${roleTitle(role)}, ${rightLabels[right].toLowerCase()}: ${limit}`] : [];
    }),
  );
  return shown.join("; ") || text;
}
