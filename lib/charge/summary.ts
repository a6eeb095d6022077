import { type ChargeValues, fieldList, isOffered, valueIn } from "./values.ts";

type Summarized = Pick<ChargeValues, "tender" | "order" | "billing" | "receipt">;

/** The line of a closed section of the form. */
export function summaryOf(section: "order" | "customer" | "receipt", values: Summarized): string {
  const { billing, receipt } = values;
  switch (section) {
    case "order":
      return orderSummary(values) || "None";
    case "customer":
      return (
        [`${billing.firstname} ${billing.lastname}`.trim() || billing.company, billing.postalcode]
          .filter(Boolean)
          .join(", ") || "None"
      );
    case "receipt":
      return receipt.email ? `${receipt.send ? "Email" : "Not sent to"} ${receipt.email}` : "Not emailed";
  }
}

const orderSummary = (values: Summarized): string =>
  fieldList
    .filter((field) => field.group === "order" && !field.pinned && isOffered(field, values.tender))
    .flatMap(({ key, label, summary = label }) => {
      const text = valueIn(values, { group: "order", key });
      return text ? `${summary} ${text}`.trim() : [];
    })
    .join(", ");
