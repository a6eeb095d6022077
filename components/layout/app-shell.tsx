"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { HydratedButton } from "#components/ui/button/hydrated-button.tsx";
import { dialogOnDemand, usePreload } from "#components/ui/on-demand.tsx";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { keepTyped } from "#lib/session/typed.ts";
import { Mark } from "./navigation/brand.tsx";
import { type NavItem, NavLink } from "./navigation/nav-link.tsx";
import { pageUser } from "./session/send-page-user.ts";
import { initials, UserBlock } from "./session/user-block.tsx";
import { ShellContext } from "./shell-context.ts";
import { KeysDialog } from "./shortcuts/keys-dialog.tsx";
import { collectAfterLinks, collectTyping } from "./shortcuts/typed-ahead.ts";
import { useHotkeys } from "./shortcuts/use-hotkeys.ts";

export type { NavItem } from "./navigation/nav-link.tsx";

const NavDrawer = dialogOnDemand(() =>
  import("./navigation/nav-drawer.tsx").then((module) => module.NavDrawer),
);

/** Measures how fast the console is, once the page has nothing else to do. Without it, nothing is missing. */
const speed = {
  preload: () =>
    import("./speed/measure-speed.ts").then(
      ({ measureSpeed }) => measureSpeed(),
      () => {},
    ),
};

export type ShellUser = {
  name: string;
  /** The role and, if set, the workstation: "Clerk, Workstation 2". */
  role: string;
};

/**
 * The frame of every page behind the sign-in: a sidebar, an icon rail below 1181 px, a drawer below 640 px. The keys
 * of the navigation work everywhere. `userActions` (lock, sign out) are shown below the name. Pages bring a `PageHeader`
 * and a `PageContent`.
 */
export function AppShell({
  merchant,
  nav,
  user,
  userActions,
  children,
}: {
  merchant: string;
  nav: readonly NavItem[];
  user: ShellUser;
  userActions?: ReactNode;
  children: ReactNode;
}) {
  const [menuOpen, setMenuOpen] = useState(false);
  const shell = useMemo(() => ({ openMenu: () => setMenuOpen(true) }), []);
  useEffect(collectAfterLinks, []);
  useWatches();
  usePreload(NavDrawer, speed);
  const router = useRouter();
  const goTo = (href: string) => {
    if (href === paths.charge()) collectTyping();
    router.push(href);
  };
  useHotkeys(
    nav.flatMap(({ keys, label, href }) => (keys ? [{ keys, does: label, act: () => goTo(href) }] : [])),
    { group: t("Go to"), inPalette: "pages" },
  );

  return (
    <ShellContext value={shell}>
      <a
        href="#content"
        className="absolute -left-[9999px] z-30 rounded-md bg-surface px-3 py-2 focus:top-2 focus:left-4 print:hidden"
      >
        {t("Skip to content")}
      </a>
      <div className="grid min-h-screen grid-cols-[56px_minmax(0,1fr)] max-sm:block xl:grid-cols-[216px_minmax(0,1fr)] print:block">
        <aside className="border-r border-line max-sm:hidden print:hidden">
          <div className="sticky top-0 flex h-screen flex-col px-2 pt-3 pb-2 xl:px-3">
            <div className="flex min-h-8 shrink-0 items-center gap-2.5 px-2 pt-0.5 font-semibold max-xl:px-[9px]">
              <Mark />
              <span className="max-xl:sr-only">{t("Merchant Console")}</span>
            </div>
            <p className="mb-2.5 shrink-0 truncate pr-2 pl-10 text-12 text-faint max-xl:invisible">
              {merchant}
            </p>
            <nav
              aria-label={t("Main")}
              className="-mx-1 grid min-h-0 grid-cols-[minmax(0,1fr)] content-start gap-0.5 overflow-y-auto px-1 py-0.5 low:gap-0"
            >
              {nav.map((item) => (
                <NavLink key={item.href} item={item} rail />
              ))}
            </nav>
            <div className="mt-auto shrink-0 pt-2 max-xl:hidden">
              <UserBlock {...user} actions={userActions} />
            </div>
            <HydratedButton
              type="button"
              onClick={shell.openMenu}
              aria-label={`${user.name}, ${user.role}`}
              title={user.name}
              className="mx-auto mt-auto grid size-10 shrink-0 place-items-center rounded-full xl:hidden"
            >
              <span className="grid size-7 place-items-center rounded-full bg-avatar text-12 font-semibold">
                {initials(user.name)}
              </span>
            </HydratedButton>
          </div>
        </aside>
        <div className="flex min-w-0 flex-col">{children}</div>
      </div>
      {menuOpen && (
        <NavDrawer onClose={() => setMenuOpen(false)} merchant={merchant} nav={nav}>
          <UserBlock {...user} actions={userActions} />
        </NavDrawer>
      )}
      <KeysDialog />
    </ShellContext>
  );
}

/** Loaded beside the page: nobody swipes a card within its first moments, and the server refuses card numbers too. */
function useWatches() {
  const client = useQueryClient();
  useEffect(() => {
    keepTyped(pageUser());
    let stop: (() => void) | undefined;
    let isGone = false;
    // Without it, cards are typed by hand, and the server alone refuses them elsewhere.
    import("./watch-page.ts").then(
      ({ watchPage }) => {
        if (!isGone) stop = watchPage(client);
      },
      () => {},
    );
    return () => {
      isGone = true;
      stop?.();
    };
  }, [client]);
}
