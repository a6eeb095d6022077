import { z } from "zod";
import { noCardNumber } from "../card-detector.ts";
import { gatewayKey } from "./gateway-key.ts";

export const receiptForm = z.object({
  key: gatewayKey,
  email: z.email("Enter an email address such as name@example.com.").refine(...noCardNumber),
});
export type ReceiptValues = z.input<typeof receiptForm>;
