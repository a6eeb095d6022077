import { z } from "zod";

export const receiptForm = z.object({
  key: z.string().min(1).max(64),
  email: z.email("Enter an email address such as name@example.com."),
});
export type ReceiptValues = z.input<typeof receiptForm>;
