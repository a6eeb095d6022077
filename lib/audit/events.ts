import { translated } from "#lib/language/t.ts";

/** How much a reviewer should care: an `alert` is to be read the same day. */
export type Severity = "info" | "notice" | "alert";

/** What an event holds beside its name: text without card numbers, a command or an account's color by its name, the text of its setting, cents, or yes and no. */
export type FieldKind = "text" | "command" | "color" | "setting" | "cents" | "count" | "flag";

export type EventDefinition = {
  /** As the log shows it. */
  label: string;
  /** The part of the log it is filtered by. */
  area: AuditArea;
  severity: Severity;
  fields: Readonly<Record<string, FieldKind>>;
};

export const auditAreas = translated("*", {
  signIn: "Sign-in",
  users: "Users",
  payments: "Payments",
  bulk: "Bulk files",
  books: "Books",
  exports: "Exports",
  receipts: "Receipts",
  settings: "Settings",
  audit: "Audit log",
} as const);
export type AuditArea = keyof typeof auditAreas;

/**
 * Every event of the audit log: the one table that writers, the page, its filters, the docs and the tests follow. The subject
 * of an event (an attempt, a user, a batch …) is a column of its own. A name never changes once it was written.
 */
export const auditEvents = translated(["label"], {
  "session.started": {
    label: "Signed in",
    area: "signIn",
    severity: "info",
    fields: { address: "text", newBrowser: "flag", method: "text" },
  },
  "session.refused": {
    label: "Sign-in refused",
    area: "signIn",
    severity: "notice",
    fields: { address: "text", reason: "text" },
  },
  "signIn.locked": {
    label: "Sign-in locked",
    area: "signIn",
    severity: "alert",
    fields: { address: "text", what: "text" },
  },
  "session.ended": { label: "Signed out", area: "signIn", severity: "info", fields: {} },
  "session.locked": { label: "Workstation locked", area: "signIn", severity: "info", fields: {} },
  "session.unlocked": {
    label: "Workstation unlocked",
    area: "signIn",
    severity: "info",
    fields: { method: "text" },
  },
  "access.refused": {
    label: "Access refused",
    area: "signIn",
    severity: "notice",
    fields: { right: "text" },
  },
  "user.added": { label: "User added", area: "users", severity: "alert", fields: { role: "text" } },
  "user.passwordSet": { label: "Password set", area: "users", severity: "alert", fields: {} },
  "user.roleChanged": {
    label: "Role changed",
    area: "users",
    severity: "alert",
    fields: { from: "text", to: "text" },
  },
  "user.accountRoleChanged": {
    label: "Role in an account changed",
    area: "users",
    severity: "alert",
    fields: { account: "text", from: "text", to: "text" },
  },
  "user.passwordChanged": { label: "Own password changed", area: "users", severity: "notice", fields: {} },
  "factor.enrolled": { label: "Second step set up", area: "users", severity: "notice", fields: {} },
  "factor.removed": { label: "Second step turned off", area: "users", severity: "alert", fields: {} },
  "factor.reset": { label: "Second step reset", area: "users", severity: "alert", fields: {} },
  "factor.codesRenewed": { label: "Recovery codes replaced", area: "users", severity: "notice", fields: {} },
  "factor.codeSpent": {
    label: "Recovery code used",
    area: "users",
    severity: "alert",
    fields: { left: "count" },
  },
  "passkey.registered": {
    label: "Passkey added",
    area: "users",
    severity: "notice",
    fields: { passkey: "text" },
  },
  "passkey.renamed": {
    label: "Passkey renamed",
    area: "users",
    severity: "notice",
    fields: { from: "text", to: "text" },
  },
  "passkey.removed": {
    label: "Passkey removed",
    area: "users",
    severity: "alert",
    fields: { passkey: "text" },
  },
  "passkey.outOfOrder": {
    label: "Passkey may be copied",
    area: "signIn",
    severity: "alert",
    fields: { passkey: "text" },
  },
  "identity.linked": {
    label: "Linked to OpenID provider",
    area: "users",
    severity: "alert",
    fields: { issuer: "text" },
  },
  "identity.unlinked": {
    label: "Unlinked from OpenID provider",
    area: "users",
    severity: "alert",
    fields: {},
  },
  "user.disabled": {
    label: "User disabled",
    area: "users",
    severity: "alert",
    fields: { from: "text", to: "text", reason: "text" },
  },
  "user.enabled": {
    label: "User enabled",
    area: "users",
    severity: "alert",
    fields: { from: "text", to: "text" },
  },
  "user.invited": {
    label: "User invited",
    area: "users",
    severity: "alert",
    fields: { email: "text", role: "text" },
  },
  "user.inviteRenewed": {
    label: "Invitation renewed",
    area: "users",
    severity: "alert",
    fields: { email: "text", role: "text" },
  },
  "user.inviteRevoked": {
    label: "Invitation revoked",
    area: "users",
    severity: "notice",
    fields: { email: "text", role: "text" },
  },
  "user.joined": {
    label: "Invitation accepted",
    area: "users",
    severity: "alert",
    fields: { role: "text", address: "text" },
  },
  "user.sessionsEnded": {
    label: "Sessions ended",
    area: "users",
    severity: "notice",
    fields: { ended: "count", device: "text", address: "text" },
  },
  "role.created": {
    label: "Role created",
    area: "users",
    severity: "alert",
    fields: { role: "text", rights: "text" },
  },
  "role.changed": {
    label: "Role's rights changed",
    area: "users",
    severity: "alert",
    fields: {
      role: "text",
      newName: "text",
      added: "text",
      taken: "text",
      limitsBefore: "text",
      limitsAfter: "text",
      stepBefore: "text",
      stepAfter: "text",
      signedOut: "count",
    },
  },
  "role.deleted": {
    label: "Role deleted",
    area: "users",
    severity: "alert",
    fields: { role: "text", rights: "text" },
  },
  "user.unlocked": { label: "Sign-in unlocked", area: "users", severity: "notice", fields: {} },
  "payment.recorded": {
    label: "Payment recorded",
    area: "payments",
    severity: "info",
    fields: { command: "command", cents: "cents", payer: "text", original: "text" },
  },
  "payment.approved": {
    label: "Payment approved above a limit",
    area: "payments",
    severity: "notice",
    fields: { right: "text", cents: "cents", askedBy: "text" },
  },
  "approval.requested": {
    label: "Approval requested",
    area: "payments",
    severity: "info",
    fields: { command: "command", cents: "cents", payer: "text", original: "text" },
  },
  "approval.approved": {
    label: "Request approved",
    area: "payments",
    severity: "notice",
    fields: { command: "command", cents: "cents", askedBy: "text", reason: "text" },
  },
  "approval.refused": {
    label: "Request refused",
    area: "payments",
    severity: "notice",
    fields: { command: "command", cents: "cents", askedBy: "text", reason: "text" },
  },
  "approval.canceled": {
    label: "Request canceled",
    area: "payments",
    severity: "info",
    fields: { command: "command", cents: "cents", askedBy: "text", reason: "text" },
  },
  "approval.expired": {
    label: "Request expired",
    area: "payments",
    severity: "info",
    fields: { command: "command", cents: "cents", askedBy: "text" },
  },
  "payment.settled": {
    label: "Payment settled",
    area: "payments",
    severity: "info",
    fields: { state: "text", transaction: "text" },
  },
  "payment.unknown": {
    label: "Outcome unknown",
    area: "payments",
    severity: "notice",
    fields: { state: "text" },
  },
  "payment.decided": {
    label: "Outcome decided by a user",
    area: "payments",
    severity: "alert",
    fields: { state: "text", moved: "flag", reason: "text" },
  },
  "payment.contradicted": {
    label: "Decision contradicted",
    area: "payments",
    severity: "alert",
    fields: { moved: "flag" },
  },
  "payment.stopped": {
    label: "Delayed refund stopped",
    area: "payments",
    severity: "notice",
    fields: {},
  },
  "order.closed": {
    label: "Order closed",
    area: "payments",
    severity: "notice",
    fields: { as: "text" },
  },
  "notice.acknowledged": {
    label: "Notice acknowledged",
    area: "payments",
    severity: "notice",
    fields: { kind: "text" },
  },
  "card.saved": { label: "Card saved", area: "payments", severity: "info", fields: { card: "text" } },
  "card.forgotten": { label: "Card forgotten", area: "payments", severity: "notice", fields: {} },
  "bulk.submitted": {
    label: "Bulk file submitted for approval",
    area: "bulk",
    severity: "notice",
    fields: { rows: "count", cents: "cents" },
  },
  "bulk.approved": {
    label: "Bulk file approved",
    area: "bulk",
    severity: "alert",
    fields: { rows: "count" },
  },
  "bulk.withdrawn": { label: "Bulk file withdrawn", area: "bulk", severity: "notice", fields: {} },
  "bulk.paused": { label: "Bulk file paused", area: "bulk", severity: "notice", fields: {} },
  "bulk.resumed": { label: "Bulk file resumed", area: "bulk", severity: "notice", fields: {} },
  "batch.closed": {
    label: "Batch closed",
    area: "books",
    severity: "notice",
    fields: { state: "text" },
  },
  "reconciliation.signed": {
    label: "Reconciliation signed",
    area: "books",
    severity: "notice",
    fields: { hash: "text" },
  },
  "day.signed": {
    label: "Day signed",
    area: "books",
    severity: "notice",
    fields: { number: "count", hash: "text" },
  },
  "deposit.imported": {
    label: "Bank file imported",
    area: "books",
    severity: "notice",
    fields: { lines: "count" },
  },
  "reconciliation.superseded": {
    label: "Signed reconciliation superseded",
    area: "books",
    severity: "alert",
    fields: { hash: "text" },
  },
  "deposit.matched": {
    label: "Deposit matched automatically",
    area: "books",
    severity: "info",
    fields: { match: "text", batches: "count" },
  },
  "deposit.changed": {
    label: "Deposit changed",
    area: "books",
    severity: "notice",
    fields: { change: "text" },
  },
  "drawer.opened": {
    label: "Cash drawer opened",
    area: "books",
    severity: "info",
    fields: { cents: "cents" },
  },
  "drawer.moved": {
    label: "Cash paid in or out",
    area: "books",
    severity: "notice",
    fields: { kind: "text", cents: "cents", reason: "text", approvedBy: "text" },
  },
  "drawer.closed": {
    label: "Cash drawer closed",
    area: "books",
    severity: "notice",
    fields: { report: "count", approvedBy: "text" },
  },
  "export.taken": {
    label: "Export created",
    area: "exports",
    severity: "notice",
    fields: { format: "text", query: "text" },
  },
  "receipt.emailed": { label: "Receipt emailed", area: "receipts", severity: "info", fields: {} },
  "settings.changed": {
    label: "Settings changed",
    area: "settings",
    severity: "alert",
    fields: { names: "text" },
  },
  "setting.changed": {
    label: "Setting changed",
    area: "settings",
    severity: "alert",
    fields: { setting: "text", from: "setting", to: "setting" },
  },
  "gateway.tested": {
    label: "Gateway connection tested",
    area: "settings",
    severity: "info",
    fields: { outcome: "text" },
  },
  "account.added": {
    label: "Gateway account added",
    area: "settings",
    severity: "alert",
    fields: { account: "text", urls: "text", port: "text", origin: "text", color: "color" },
  },
  "account.changed": {
    label: "Gateway account changed",
    area: "settings",
    severity: "alert",
    fields: {
      account: "text",
      newName: "text",
      urlsBefore: "text",
      urlsAfter: "text",
      portBefore: "text",
      portAfter: "text",
      originBefore: "text",
      originAfter: "text",
      colorBefore: "color",
      colorAfter: "color",
      newKeys: "flag",
    },
  },
  "account.removed": {
    label: "Gateway account removed",
    area: "settings",
    severity: "alert",
    fields: { account: "text" },
  },
  "keys.rotated": {
    label: "Data key changed",
    area: "settings",
    severity: "alert",
    fields: { from: "text", to: "text" },
  },
  "store.backedUp": {
    label: "Database backed up",
    area: "exports",
    severity: "notice",
    fields: { file: "text" },
  },
  "store.copied": {
    label: "Database copied before an upgrade",
    area: "settings",
    severity: "info",
    fields: { file: "text" },
  },
  "data.deleted": {
    label: "Old data deleted",
    area: "settings",
    severity: "notice",
    fields: { kind: "text", rows: "count", before: "text" },
  },
  "store.restored": {
    label: "Database restored from a backup",
    area: "settings",
    severity: "alert",
    fields: { takenAt: "text", hash: "text" },
  },
  "log.read": { label: "Audit log read", area: "audit", severity: "info", fields: { query: "text" } },
  "log.verified": {
    label: "Audit log verified",
    area: "audit",
    severity: "info",
    fields: { events: "count", faults: "count" },
  },
  "log.anchored": {
    label: "Audit log anchored",
    area: "audit",
    severity: "info",
    fields: { place: "text", position: "count", hash: "text" },
  },
} as const satisfies Record<string, EventDefinition>);

export type AuditName = keyof typeof auditEvents;
type KindOf = {
  text: string;
  command: string;
  color: string;
  setting: string;
  cents: number;
  count: number;
  flag: boolean;
};

/** The fields of an event; each may be left out where it isn't known. */
export type AuditFields<Name extends AuditName> = {
  -readonly [Field in keyof (typeof auditEvents)[Name]["fields"]]?: (typeof auditEvents)[Name]["fields"][Field] extends infer Kind extends
    FieldKind
    ? KindOf[Kind]
    : never;
};
