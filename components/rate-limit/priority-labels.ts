import type { UseRow } from "#lib/gateway-report.ts";

/** The priorities in their order, in a clerk's words. */
export const priorityLabels = {
  money: "Payments",
  resolve: "Lost answers",
  person: "Pages",
  background: "Background",
} as const satisfies Record<UseRow["priority"], string>;

export const prioritiesInOrder = Object.keys(priorityLabels) as UseRow["priority"][]; // its keys are the priorities
