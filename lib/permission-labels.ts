import { translated } from "#lib/language/t.ts";
import type { MoneyRight, Right } from "./permissions.ts";

/** What a refused user reads. */
export const rightLabels: Record<Right, string> = translated("*", {
  viewToday: "See the day's figures",
  charge: "Take payments",
  capture: "Capture authorizations",
  void: "Void unsettled payments",
  refund: "Refund payments",
  quickRefund: "Refund without a linked sale",
  credit: "Send money back without a sale",
  saveCard: "Save cards as tokens",
  overrideDuplicate: "Charge again after a duplicate",
  recall: "Stop a refund that waits to be sent",
  decideUnknown: "Decide payments whose answer was lost",
  viewTransactions: "See transactions",
  viewCommandLog: "See the log of commands",
  shareViews: "Share a saved search",
  sendReceipt: "Print and email receipts",
  viewBatches: "See batches",
  closeBatch: "Close the open batch",
  reconcile: "Reconcile and sign batches",
  export: "Export transactions",
  viewDrawer: "See the cash drawer",
  useDrawer: "Open, pay in and out of, and count a cash drawer",
  approveDrawer: "Approve a drawer that is over or short",
  viewAllShifts: "See the cash drawer shifts of everyone",
  viewBulk: "See bulk files",
  prepareBulk: "Prepare bulk files",
  releaseBulk: "Approve bulk files",
  manageDeposits: "Match bank deposits",
  signDay: "Sign a business day",
  viewWebhooks: "See the gateway's events",
  managePeople: "Invite people and change what they may do",
  viewAudit: "See the audit log",
  changeSettings: "Change the store's settings",
  viewGateway: "See who uses the gateway",
});

/** What is limited, in the limits by role. */
export const moneyRightNames: Record<MoneyRight, string> = translated("*", {
  charge: "Sale",
  capture: "Capture",
  void: "Void",
  refund: "Refund",
  quickRefund: "Quick refund",
  credit: "Open credit",
});
