import type { UseRow } from "#lib/gateway-report.ts";

/** The lanes in their order, in a clerk's words. */
export const laneWords = {
  money: "Payments",
  resolve: "Lost answers",
  person: "Pages",
  background: "Background",
} as const satisfies Record<UseRow["lane"], string>;

export const lanesInOrder = Object.keys(laneWords) as UseRow["lane"][]; // its keys are the lanes
