import { paths } from "#lib/paths.ts";
import { may, type Right, type Role } from "#lib/permissions.ts";
import type { NavItem } from "./nav-link.tsx";

/** The pages that this role may see, in navigation order. */
export function navFor(role: Role): NavItem[] {
  return places.filter(({ right }) => may(role, right)).map(({ right: _, ...item }) => item);
}

const places: readonly (NavItem & { right: Right })[] = [
  { href: paths.charge(), label: "Charge", icon: "charge", keys: "g c", right: "charge" },
  { href: paths.today(), label: "Today", icon: "today", keys: "g d", right: "viewToday" },
  { href: paths.transactions(), label: "Transactions", icon: "list", keys: "g t", right: "viewTransactions" },
  { href: paths.batches(), label: "Batches", icon: "layers", keys: "g b", right: "viewBatches" },
  { href: paths.cards(), label: "Saved cards", icon: "token", keys: "g s", right: "charge" },
  { href: paths.attention(), label: "Attention", icon: "flag", keys: "g a", right: "charge" },
  { href: paths.drawer(), label: "Cash drawer", icon: "drawer", keys: "g r", right: "viewDrawer" },
  { href: paths.bulk(), label: "Bulk", icon: "upload", keys: "g u", right: "viewBulk" },
  { href: paths.deposits(), label: "Deposits", icon: "bank", keys: "g p", right: "manageDeposits" },
  { href: paths.dayEnd(), label: "Day end", icon: "sealed", keys: "g e", right: "signDay" },
  { href: paths.webhooks(), label: "Webhooks", icon: "webhook", keys: "g w", right: "viewWebhooks" },
  { href: paths.gateway(), label: "Gateway", icon: "server", keys: "g g", right: "viewGateway" },
];
