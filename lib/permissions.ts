import { keysOf } from "#lib/keys-of.ts";

/** The built-in roles. They never change; a custom role is a row of the store. */
export const roles = ["clerk", "manager", "bookkeeper", "auditor", "admin"] as const;
export type BuiltInRole = (typeof roles)[number];

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
  recall: ["clerk", "manager", "admin"],
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
  approveBulk: ["manager", "admin"],
  manageDeposits: ["manager", "bookkeeper", "admin"],
  signDay: ["manager", "bookkeeper", "admin"],
  viewWebhooks: ["manager", "bookkeeper", "admin"],
  viewGateway: ["manager", "bookkeeper", "admin"],
  managePeople: ["admin"],
  changeSettings: ["admin"],
  viewAudit: ["auditor", "admin"],
} as const satisfies Record<string, readonly BuiltInRole[]>;

export type Right = keyof typeof rights;
export const allRights = keysOf(rights);

/** Those that a custom role may have: settings hold the limits of the built-in roles and who needs a second step. */
export const customRights: Right[] = allRights.filter((right) => right !== "changeSettings");

export const moneyRights = [
  "charge",
  "capture",
  "void",
  "refund",
  "quickRefund",
  "credit",
] as const satisfies readonly Right[];
export type MoneyRight = (typeof moneyRights)[number];

/** In cents; what is left out has no limit. */
export type MoneyLimit = { transactionCents?: number | undefined; dayCents?: number | undefined };
/** What a role may move without approval, by right. */
export type RoleLimits = Partial<Record<MoneyRight, MoneyLimit>>;

/** A role made of single rights. Its limits are its own, and only of rights it has. */
export type CustomRole = {
  id: string;
  name: string;
  rights: readonly Right[];
  limits: RoleLimits;
  /** Whether its people set up a second step before anything else. */
  needsSecondStep: boolean;
};

/** A built-in role by its name, or a custom one. */
export type Role = BuiltInRole | CustomRole;

export function may(role: Role, right: Right): boolean {
  if (typeof role !== "string") return role.rights.includes(right);
  return (rights[right] as readonly BuiltInRole[]).includes(role); // includes takes only members of the list
}

/** How the store and forms refer to a role. */
export const roleId = (role: Role): string => (typeof role === "string" ? role : role.id);

/** "clerk", or the name of a custom role as it was typed. */
export const roleName = (role: Role): string => (typeof role === "string" ? role : role.name);

export const isBuiltIn = (id: string): id is BuiltInRole => (roles as readonly string[]).includes(id); // includes takes only members of the list
