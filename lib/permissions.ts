export const roles = ["clerk", "manager", "bookkeeper", "admin"] as const;
export type Role = (typeof roles)[number];

/** Who may do what: the one table that pages, actions, route handlers and buttons ask. */
export const rights = {
  charge: { label: "Take payments", roles: ["clerk", "manager", "admin"] },
  capture: { label: "Capture authorizations", roles: ["clerk", "manager", "admin"] },
  void: { label: "Void unsettled payments", roles: ["clerk", "manager", "admin"] },
  refund: { label: "Refund payments", roles: ["manager", "admin"] },
  quickRefund: { label: "Refund without a linked sale", roles: ["manager", "admin"] },
  saveCard: { label: "Save cards as tokens", roles: ["clerk", "manager", "admin"] },
  overrideDuplicate: { label: "Charge again after a duplicate", roles: ["manager", "admin"] },
  decideUnknown: { label: "Decide payments whose answer was lost", roles: ["manager", "admin"] },
  viewTransactions: { label: "See transactions", roles: ["clerk", "manager", "bookkeeper", "admin"] },
  sendReceipt: { label: "Print and email receipts", roles: ["clerk", "manager", "bookkeeper", "admin"] },
  viewBatches: { label: "See batches", roles: ["clerk", "manager", "bookkeeper", "admin"] },
  viewBulk: { label: "See bulk files", roles: ["manager", "bookkeeper", "admin"] },
  prepareBulk: { label: "Prepare bulk files", roles: ["manager", "bookkeeper", "admin"] },
  releaseBulk: { label: "Release bulk files", roles: ["manager", "admin"] },
  viewWebhooks: { label: "See the gateway's events", roles: ["manager", "bookkeeper", "admin"] },
  viewGateway: { label: "See who uses the gateway", roles: ["manager", "bookkeeper", "admin"] },
  managePeople: { label: "Manage people", roles: ["admin"] },
} as const satisfies Record<string, { label: string; roles: readonly Role[] }>;

export type Right = keyof typeof rights;

export function may(role: Role, right: Right): boolean {
  return (rights[right].roles as readonly Role[]).includes(role);
}
