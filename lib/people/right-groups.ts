import { translated } from "#lib/language/t.ts";
import type { Right } from "../permissions.ts";

/** All rights, as the editor of a role shows them. */
export const rightGroups = translated(["title"], [
  { title: "Move money", rights: ["charge", "capture", "void", "refund", "quickRefund", "credit"] },
  {
    title: "Payments",
    rights: [
      "viewTransactions",
      "saveCard",
      "sendReceipt",
      "overrideDuplicate",
      "recall",
      "decideUnknown",
      "export",
      "shareViews",
      "viewCommandLog",
    ],
  },
  { title: "Cash drawer", rights: ["viewDrawer", "useDrawer", "approveDrawer", "viewAllShifts"] },
  {
    title: "Books",
    rights: ["viewToday", "viewBatches", "closeBatch", "reconcile", "manageDeposits", "signDay"],
  },
  { title: "Bulk files", rights: ["viewBulk", "prepareBulk", "approveBulk"] },
  {
    title: "Administration",
    rights: ["managePeople", "viewAudit", "viewWebhooks", "viewGateway"],
  },
] as const satisfies readonly { title: string; rights: readonly Right[] }[]);

/** A right that can't be used without another. */
const needed: Partial<Record<Right, readonly Right[]>> = {
  charge: ["viewTransactions"],
  capture: ["viewTransactions"],
  void: ["viewTransactions"],
  refund: ["viewTransactions"],
  quickRefund: ["charge"],
  credit: ["charge"],
  saveCard: ["viewTransactions"],
  sendReceipt: ["viewTransactions"],
  overrideDuplicate: ["charge"],
  recall: ["viewTransactions"],
  decideUnknown: ["charge"],
  export: ["viewTransactions"],
  shareViews: ["viewTransactions"],
  viewCommandLog: ["viewTransactions"],
  viewToday: ["viewTransactions", "viewBatches"],
  viewBatches: ["viewTransactions"],
  closeBatch: ["viewBatches"],
  reconcile: ["viewBatches"],
  manageDeposits: ["viewBatches"],
  signDay: ["reconcile"],
  useDrawer: ["viewDrawer"],
  approveDrawer: ["viewDrawer"],
  viewAllShifts: ["viewDrawer"],
  prepareBulk: ["viewBulk"],
  approveBulk: ["viewBulk"],
};

/** The right with everything that it needs. */
export function withNeeded(right: Right): Right[] {
  return [right, ...(needed[right] ?? []).flatMap(withNeeded)];
}

/** The rights that can't be used without this one, with those that need them. */
export function dependingOn(right: Right, all: readonly Right[]): Right[] {
  return all.filter((other) => other !== right && withNeeded(other).includes(right));
}
