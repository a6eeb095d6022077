import { translated } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { may, type Right, type Role } from "#lib/permissions.ts";
import type { NavItem } from "./nav-link.tsx";

/** The pages that this role may see, in navigation order; Approvals only where there are limits. */
export function navFor({ role, hasApprovals = false }: { role: Role; hasApprovals?: boolean }): NavItem[] {
  return places
    .filter(({ right, href }) => may(role, right) && (hasApprovals || href !== paths.approvals()))
    .map(({ right: _, ...item }) => item);
}

/** What the navigation calls the page of this path, or the one that it is under. */
export const pageLabel = (path: string): string | undefined =>
  places.find(({ href }) => href !== paths.today() && href === `/${path.split("/")[1]}`)?.label;

const places: readonly (NavItem & { right: Right })[] = translated(
  ["label"],
  [
    { href: paths.charge(), label: "Charge", icon: "charge", keys: "g c", right: "charge" },
    { href: paths.today(), label: "Today", icon: "today", keys: "g d", right: "viewToday" },
    {
      href: paths.transactions(),
      label: "Transactions",
      icon: "list",
      keys: "g t",
      right: "viewTransactions",
    },
    { href: paths.batches(), label: "Batches", icon: "layers", keys: "g b", right: "viewBatches" },
    { href: paths.cards(), label: "Saved cards", icon: "token", keys: "g s", right: "charge" },
    { href: paths.attention(), label: "Attention", icon: "flag", keys: "g a", right: "charge" },
    { href: paths.approvals(), label: "Approvals", icon: "tick", keys: "g v", right: "charge" },
    { href: paths.drawer(), label: "Cash drawer", icon: "drawer", keys: "g r", right: "viewDrawer" },
    { href: paths.bulk(), label: "Bulk", icon: "upload", keys: "g u", right: "viewBulk" },
    { href: paths.deposits(), label: "Deposits", icon: "bank", keys: "g p", right: "manageDeposits" },
    { href: paths.dayEnd(), label: "Day end", icon: "sealed", keys: "g e", right: "signDay" },
    { href: paths.webhooks(), label: "Webhooks", icon: "webhook", keys: "g w", right: "viewWebhooks" },
    { href: paths.gateway(), label: "Gateway", icon: "server", keys: "g g", right: "viewGateway" },
    { href: paths.people(), label: "People", icon: "people", keys: "g o", right: "managePeople" },
    { href: paths.audit(), label: "Audit log", icon: "eye", keys: "g l", right: "viewAudit" },
    { href: paths.settings(), label: "Settings", icon: "sliders", keys: "g n", right: "changeSettings" },
  ],
);
