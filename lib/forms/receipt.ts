import { z } from "zod";
import { emailProblem } from "./email.ts";
import { gatewayKey } from "./gateway-key.ts";

export const receiptForm = z.object({
  key: gatewayKey,
  email: z.string().superRefine((text, context) => {
    const message = emailProblem(text);
    if (message) context.addIssue({ code: "custom", message });
  }),
});
export type ReceiptValues = z.input<typeof receiptForm>;
