import { z } from "zod";
import { t } from "#lib/language/t.ts";
import { noCardNumber } from "../card-data/card-detector.ts";

/** A key or reference number as the gateway gives it. It becomes one segment of an address, so it must not be a dot segment. */
export const gatewayKey = z
  .string()
  .min(1)
  .max(64)
  .refine((key) => key !== "." && key !== "..", { error: () => t("This isn't a valid key.") })
  .refine(...noCardNumber);
