import type { TabTile } from "#components/ui/panel/tab-tiles.tsx";
import type { Tender } from "#lib/gateway/commands.ts";
import { translated } from "#lib/language/t.ts";

/** The ways to pay, in the order of their keys. */
export const tenderTabs = translated(["label"], [
  { value: "card", label: "Card", icon: "card", kbd: "Alt 1" },
  { value: "check", label: "Check", icon: "check", kbd: "Alt 2" },
  { value: "cash", label: "Cash", icon: "cash", kbd: "Alt 3" },
  { value: "token", label: "Saved card ~tab", icon: "token", kbd: "Alt 4" },
] as const satisfies readonly TabTile<Tender>[]);
