import { pointFormat, typedCents } from "../format/amount-text.ts";
import { formatMoney } from "../format/money.ts";
import { type MerchantSettingName, settingOf } from "./merchant-settings.ts";

/** The text of a setting for a person: "$10,000.00", "15 minutes", "none". */
export function readable(name: MerchantSettingName, text: string): string {
  const { kind, range } = settingOf(name);
  if (text === "") return "none";
  if (kind === "flag") return text === "1" ? "on" : "off";
  if (kind === "number") return `${text} ${range?.unit ?? ""}`;
  const cents = kind === "amount" || kind === "optionalAmount" ? typedCents(text, pointFormat) : null;
  return cents === null ? text : formatMoney(cents);
}
