import type { Right } from "./permissions.ts";

/** What a refused user reads. */
export const rightLabels: Record<Right, string> = {
  viewToday: "See the day's figures",
  charge: "Take payments",
  capture: "Capture authorizations",
  void: "Void unsettled payments",
  refund: "Refund payments",
  quickRefund: "Refund without a linked sale",
  saveCard: "Save cards as tokens",
  overrideDuplicate: "Charge again after a duplicate",
  decideUnknown: "Decide payments whose answer was lost",
  viewTransactions: "See transactions",
  viewCommandLog: "See the log of commands",
  shareViews: "Share a saved search",
  sendReceipt: "Print and email receipts",
  viewBatches: "See batches",
  reconcile: "Reconcile and sign batches",
  export: "Export transactions",
  viewBulk: "See bulk files",
  prepareBulk: "Prepare bulk files",
  releaseBulk: "Approve bulk files",
  manageDeposits: "Match bank deposits",
  signDay: "Sign a business day",
  viewWebhooks: "See the gateway's events",
  viewGateway: "See who uses the gateway",
};
