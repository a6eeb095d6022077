"use client";

import { usePathname } from "next/navigation";
import { Icon } from "#components/ui/icon/icon.tsx";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { may } from "#lib/permissions.ts";
import { useMerchant } from "../merchant.tsx";
import { collectTyping } from "../shortcuts/typed-ahead.ts";
import { Link } from "./link.tsx";

/** The way to an empty charge form from every other page, for those who take payments. */
export function NewCharge() {
  const { role } = useMerchant();
  const path = usePathname();
  if (!may(role, "charge") || path.startsWith(paths.charge())) return null;
  return (
    <Link
      href={paths.charge()}
      onClick={collectTyping}
      aria-label={t("New charge")}
      // At 400 % zoom a page's own action beside it would leave no room for the title: the menu has it too.
      className="inline-flex max-[359px]:hidden h-control shrink-0 items-center gap-2 rounded-md border border-field-line bg-surface px-3 text-ink no-underline hover:bg-hover"
    >
      <Icon name="plus" />
      <span className="max-lg:hidden">{t("New charge")}</span>
    </Link>
  );
}
