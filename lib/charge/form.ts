import { problems } from "./rules.ts";
import { chargeValues } from "./values.ts";

/**
 * The form's rules, each error at its field. `currentMonth` ("2026-11") is the merchant's own: an expiry counts to the end
 * of its month there.
 */
export function chargeForm(currentMonth: string): ChargeForm {
  const known = forms.get(currentMonth);
  if (known) return known;
  const form = chargeValues.superRefine((values, context) => {
    for (const [path, message] of problems(values, currentMonth))
      context.addIssue({ code: "custom", path: path.split("."), message });
  });
  forms.set(currentMonth, form);
  return form;
}

type ChargeForm = typeof chargeValues;
/** By month. What is made anew is also prepared anew at its first use, which takes ten times as long as using it. */
const forms = new Map<string, ChargeForm>();
