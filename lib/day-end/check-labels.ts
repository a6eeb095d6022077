import { translated } from "#lib/language/t.ts";
import type { TaskKind } from "./day-end.ts";

/** The checks of the day end: what each counts, why it matters, and what zero means. */
export const checkLabels = translated(["title", "why", "none"], {
  unknown: {
    title: "Unknown outcomes",
    why: "Money may have moved. The day can't be signed before they are decided.",
    none: "Every payment and bulk file has a known outcome.",
  },
  orders: {
    title: "Open orders",
    why: "Paid in part, or not undone to the end. Collect the rest, leave it unpaid, or undo the order.",
    none: "No order has an amount left to pay.",
  },
  notices: {
    title: "Action needed",
    why: "Returned checks and wrong decisions must be acknowledged.",
    none: "No returned check, no wrong decision.",
  },
  authorizations: {
    title: "Expiring authorizations",
    why: "Capture or void them within a week, or the money is released.",
    none: "No authorization expires within a week.",
  },
  batches: {
    title: "Unsigned batches",
    why: "Closed, but not reconciled and signed.",
    none: "Every closed batch is signed.",
  },
  drawers: {
    title: "Open drawers",
    why: "Count and close them, so the day has their Z reports.",
    none: "Every cash drawer is closed.",
  },
  receipts: {
    title: "Receipts not sent",
    why: "The customer waits for a receipt that the gateway could not email.",
    none: "No receipt is known to have failed.",
  },
  events: {
    title: "Unanswered webhooks",
    why: "Events that were not checked, or that differ from the gateway.",
    none: "Every event was checked.",
  },
  files: {
    title: "Bulk files waiting",
    why: "Approve, send or withdraw them.",
    none: "No file is waiting.",
  },
} as const satisfies Record<TaskKind, { title: string; why: string; none: string }>);
