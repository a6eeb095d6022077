import { z } from "zod";
import { boundedList } from "../gateway/bounded-list.ts";
import { attemptId } from "../payments/attempt-id.ts";
import { type CustomFields, noCustomFields } from "./fields/custom-fields.ts";
import { byField, type ChargeValues, type FieldGroup, tenders } from "./fields/values.ts";
import { chargeKindNames } from "./kinds.ts";
import { type LineItemKey, lineItemKeys, maxLineItems } from "./line-items/line-items.ts";
import { problemsOf, trimmed } from "./rules.ts";

/**
 * What the server takes from a charge form. The schema reads the shape and what the page itself makes; everything that a
 * person may get wrong is left to `problemsOf`, which the page asks too, so that both refuse the same.
 */
export function chargeForm(currentMonth: string, customFields = noCustomFields): ChargeForm {
  if (last?.currentMonth === currentMonth && last.customFields === customFields) return last.form;
  const form = shape.overwrite(trimmed).superRefine((values, context) => {
    for (const [path, message] of problemsOf(values, currentMonth, customFields))
      context.addIssue({ code: "custom", path: path.split("."), message });
  });
  last = { currentMonth, customFields, form };
  return form;
}

const groups = Object.fromEntries(
  Object.entries(byField(({ control }) => (control === "checkbox" ? z.boolean() : z.string()))).map(
    ([group, fields]) => [group, z.object(fields as z.ZodRawShape)],
  ),
  // Of the same table as the type. `problemsOf` refuses a choice that is not offered.
) as unknown as { [Group in FieldGroup]: z.ZodType<ChargeValues[Group], ChargeValues[Group]> };

const itemTexts = Object.fromEntries(lineItemKeys.map((key) => [key, z.string()])) as Record<
  LineItemKey,
  z.ZodString
>; // a text of each

export const lineItemInput = z.object(itemTexts);

const shape = z.object({
  attemptId,
  tender: z.enum(tenders),
  kind: z.enum(chargeKindNames),
  amount: z.string(),
  itemized: z.boolean(),
  split: z.boolean(),
  partAmount: z.string(),
  ...groups,
  ignoreDuplicate: z.boolean(),
  duplicateReason: z.string(),
  confirmedDuplicates: boundedList(attemptId, 50),
  items: boundedList(lineItemInput, maxLineItems),
  confirmedDifference: z.int().nullable(),
  completes: attemptId.nullable(),
  blockOverride: z.object({ attemptId, reason: z.string() }).nullable(),
}) satisfies z.ZodType<ChargeValues>;

type ChargeForm = typeof shape;
/** The schema of the last call, kept because zod compiles each new schema at its first use. */
let last: { currentMonth: string; customFields: CustomFields; form: ChargeForm } | undefined;
