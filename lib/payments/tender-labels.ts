import type { Tender } from "../gateway/commands.ts";

export const tenderLabels = {
  card: "Card",
  token: "Saved card",
  check: "Check",
  cash: "Cash",
} as const satisfies Record<Tender, string>;
