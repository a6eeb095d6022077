import { useQuery } from "@tanstack/react-query";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import type { DrawerPage } from "#lib/drawer/shift.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { may } from "#lib/permissions.ts";
import { drawerQuery } from "#lib/queries/drawer.ts";

/** Says before the payment that its cash is refused, or belongs to no shift, and where the drawer is opened. */
export function DrawerHint() {
  const { role } = useMerchant();
  const { data } = useQuery({ ...drawerQuery(), enabled: may(role, "viewDrawer") });
  const hint = data && hintOf(data);
  if (!hint) return null;
  return (
    <p className="col-span-12 text-13" role="status">
      <StatusLabel tone="warning" icon="drawer" wraps>
        {hint} <Link href={paths.drawer()}>{t("Cash drawer")}</Link>
      </StatusLabel>
    </p>
  );
}

/** Undefined where cash goes into an open shift, or no drawer is kept here. */
export function hintOf({
  drawer,
  current,
  history,
  required,
}: Pick<DrawerPage, "drawer" | "current" | "history" | "required">): string | undefined {
  if (drawer === undefined)
    return required ? t("Cash is refused until a drawer is chosen for this workstation.") : undefined;
  if (current?.shift.state === "counted")
    return required
      ? t("{drawer} was counted. Cash is refused until it is open for the next shift.", { drawer })
      : t("{drawer} was counted. Cash belongs to no shift until it is open again.", { drawer });
  if (current) return undefined;
  if (required) return t("{drawer} is closed. Cash is refused until it is open.", { drawer });
  // Where no shift was ever opened, the drawer is not kept here.
  return history.length > 0
    ? t("{drawer} is closed. Cash belongs to no shift until it is open.", { drawer })
    : undefined;
}
