import type { ChargeField } from "./fields/field.ts";
import { orderFields } from "./fields/order-fields.ts";
import { tenderFields } from "./fields/tender-fields.ts";

/** The fields of the charge form beside its amount, by section and in their order on the screen and in the request. */
export const chargeFields = {
  ...tenderFields,
  ...orderFields,
} as const satisfies Record<string, Record<string, ChargeField>>;
