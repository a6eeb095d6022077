import { paths } from "#lib/paths.ts";
import { may, type Right, type Role } from "#lib/permissions.ts";

/** The page that this role starts with. */
export const homePath = (role: Role): string =>
  startPages.find(([right]) => may(role, right))?.[1]() ?? paths.account();

const startPages: readonly [Right, () => string][] = [
  ["viewToday", paths.today],
  ["charge", paths.charge],
  ["viewTransactions", paths.transactions],
  ["viewDrawer", paths.drawer],
  ["viewBulk", paths.bulk],
  ["managePeople", paths.people],
  ["viewAudit", paths.audit],
  ["viewWebhooks", paths.webhooks],
  ["viewGateway", paths.gateway],
];
