import { translated } from "#lib/language/t.ts";
import type { Tender } from "../gateway/commands.ts";

export const tenderLabels = translated("*", {
  card: "Card",
  token: "Saved card",
  check: "Check",
  cash: "Cash",
} as const satisfies Record<Tender, string>);
