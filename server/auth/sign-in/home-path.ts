import { paths } from "#lib/paths.ts";
import { may, type Right, type Role, roleId } from "#lib/permissions.ts";

/** The page that this role starts with. */
export const homePath = (role: Role): string =>
  // In a further account where they were given none.
  roleId(role) === "" ? "/no-access" : startPage(role);

const startPage = (role: Role): string =>
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
