"use client";

import { usePathname } from "next/navigation";
import { cx } from "#components/ui/cx.ts";
import { Icon, type IconName } from "#components/ui/icon/icon.tsx";
import { Badge } from "#components/ui/status/badge.tsx";
import { Link } from "./link.tsx";

export type NavItem = {
  href: string;
  label: string;
  icon: IconName;
  /** The two keys that go there, as they are pressed: "g c". */
  keys?: string;
  badge?: { count: number; label: string } | undefined;
};

/** One place of the navigation. On the rail (640 to 1180 px) only its icon shows, its name stays for assistive technology. */
export function NavLink({
  item,
  rail = false,
  onClick,
}: {
  item: NavItem;
  rail?: boolean;
  onClick?: () => void;
}) {
  const path = usePathname();
  const here = path === item.href || path.startsWith(`${item.href}/`);
  return (
    <Link
      href={item.href}
      title={rail ? item.label : undefined}
      aria-current={here ? "page" : undefined}
      {...(onClick ? { onClick } : {})}
      className={cx(
        "group/nav relative flex min-w-0 items-center gap-2.5 rounded-md px-2 text-muted no-underline hover:bg-hover hover:text-ink",
        "aria-[current]:bg-selected aria-[current]:font-semibold aria-[current]:text-ink",
        rail
          ? "h-8 xl:low:h-7.5 max-xl:h-10 max-xl:low:h-9 max-xl:justify-center max-xl:gap-0 max-xl:px-0"
          : "h-11",
      )}
    >
      <Icon name={item.icon} className="group-aria-[current]/nav:text-accent" />
      <span className={cx("truncate", rail && "max-xl:sr-only")}>{item.label}</span>
      {item.badge && item.badge.count > 0 && (
        <Badge
          {...item.badge}
          className={cx(
            "ml-auto",
            rail &&
              "max-xl:absolute max-xl:top-0.5 max-xl:right-0.5 max-xl:h-4 max-xl:min-w-4 max-xl:px-1 max-xl:text-11",
          )}
        />
      )}
      {rail && item.keys && (
        <span
          aria-hidden="true"
          className={cx(
            "shrink-0 text-11 font-normal whitespace-nowrap tracking-[0.04em] text-faint uppercase max-xl:hidden",
            !item.badge?.count && "ml-auto",
          )}
        >
          {item.keys}
        </span>
      )}
    </Link>
  );
}
