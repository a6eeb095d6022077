import { t, translated } from "#lib/language/t.ts";
import type { ChargeField } from "./field.ts";

/** The numbers of custom fields, as the gateway counts them. The merchant names those that are in use. */
export const customNumbers = Array.from({ length: 20 }, (_, place) => String(place + 1));

/** What a custom field takes. Its value is sent as text: "12.5", "2026-11-20", "Yes" or "No", a choice as it is named. */
export type CustomType = "text" | "number" | "date" | "yes/no" | "list";

/** A custom field in use; `choices` are those of a list. */
export type CustomField = { name: string; type: CustomType; choices?: readonly string[] };
/** By number. */
export type CustomFields = Readonly<Record<string, CustomField>>;
export const noCustomFields: CustomFields = {};

export const yesOrNo: readonly string[] = ["Yes", "No"];

/** What its type changes of a custom field's row. */
export function customRow({
  name,
  type,
  choices = [],
}: CustomField): Partial<ChargeField> & { label: string } {
  switch (type) {
    case "number":
      return { label: name, inputMode: "decimal" };
    case "date":
      return { label: name, placeholder: "2026-11-20", inputMode: "numeric" };
    case "yes/no":
      return {
        label: name,
        control: "select",
        options: toOptions(yesOrNo, (word) => yesNoLabels[word] ?? word),
      };
    case "list":
      return { label: name, control: "select", options: toOptions(choices, (choice) => choice) };
    case "text":
      return { label: name };
  }
}

const yesNoLabels: Record<string, string> = translated("*", { Yes: "Yes", No: "No" });

/** The empty one first: nothing is chosen for the clerk. */
const toOptions = (values: readonly string[], labelOf: (value: string) => string) => [
  { value: "", label: t("Not given") },
  ...values.map((value) => ({ value, label: labelOf(value) })),
];
