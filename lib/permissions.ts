export const roles = ["clerk", "manager", "bookkeeper", "admin"] as const;
export type Role = (typeof roles)[number];

/**
 * Who may do what: the one table that pages, actions, route handlers and buttons ask. What a right is called is in
 * permission-labels.ts, which pages load only where they name one.
 */
export const rights = {
  viewToday: ["manager", "bookkeeper", "admin"],
  charge: ["clerk", "manager", "admin"],
  capture: ["clerk", "manager", "admin"],
  void: ["clerk", "manager", "admin"],
  refund: ["manager", "admin"],
  quickRefund: ["manager", "admin"],
  credit: ["manager", "admin"],
  saveCard: ["clerk", "manager", "admin"],
  overrideDuplicate: ["manager", "admin"],
  decideUnknown: ["manager", "admin"],
  viewTransactions: ["clerk", "manager", "bookkeeper", "admin"],
  viewCommandLog: ["manager", "bookkeeper", "admin"],
  shareViews: ["manager", "bookkeeper", "admin"],
  sendReceipt: ["clerk", "manager", "bookkeeper", "admin"],
  viewBatches: ["clerk", "manager", "bookkeeper", "admin"],
  closeBatch: ["manager", "admin"],
  reconcile: ["manager", "bookkeeper", "admin"],
  export: ["manager", "bookkeeper", "admin"],
  viewDrawer: ["clerk", "manager", "bookkeeper", "admin"],
  useDrawer: ["clerk", "manager", "admin"],
  approveDrawer: ["manager", "admin"],
  viewAllShifts: ["manager", "bookkeeper", "admin"],
  viewBulk: ["manager", "bookkeeper", "admin"],
  prepareBulk: ["manager", "bookkeeper", "admin"],
  releaseBulk: ["manager", "admin"],
  manageDeposits: ["manager", "bookkeeper", "admin"],
  signDay: ["manager", "bookkeeper", "admin"],
  viewWebhooks: ["manager", "bookkeeper", "admin"],
  viewGateway: ["manager", "bookkeeper", "admin"],
} as const satisfies Record<string, readonly Role[]>;

export type Right = keyof typeof rights;

export function may(role: Role, right: Right): boolean {
  return (rights[right] as readonly Role[]).includes(role);
}
