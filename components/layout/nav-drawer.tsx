"use client";

import { Dialog } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { Mark } from "./brand.tsx";
import { type NavItem, NavLink } from "./nav-link.tsx";

/** The whole navigation over the page: the menu of a phone, and the names of the rail. */
export function NavDrawer({
  open,
  onOpenChange,
  merchant,
  nav,
  manage,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  merchant: string;
  nav: readonly NavItem[];
  manage: readonly NavItem[];
  /** Who is signed in, at the foot. */
  children: ReactNode;
}) {
  const close = () => onOpenChange(false);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-20 bg-backdrop print:hidden" />
        <Dialog.Popup className="fixed inset-y-0 left-0 z-20 flex w-[min(304px,calc(100vw-56px))] flex-col overflow-y-auto border-r border-line-strong bg-canvas p-3 print:hidden">
          <div className="flex items-center gap-2.5 pl-2">
            <Mark />
            <Dialog.Title className="flex-1">Merchant Console</Dialog.Title>
            <Dialog.Close render={<Button variant="quiet" iconOnly icon="close" aria-label="Close menu" />} />
          </div>
          <p className="mb-4 truncate pl-10 text-12 text-faint">{merchant}</p>
          <div className="grid gap-4">
            <DrawerList label="Main" items={nav} onClick={close} />
            {manage.length > 0 && <DrawerList label="Manage" items={manage} onClick={close} />}
          </div>
          <div className="mt-auto pt-4">{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function DrawerList({
  label,
  items,
  onClick,
}: {
  label: string;
  items: readonly NavItem[];
  onClick: () => void;
}) {
  return (
    <nav aria-label={label} className="grid gap-0.5">
      {items.map((item) => (
        <NavLink key={item.href} item={item} onClick={onClick} />
      ))}
    </nav>
  );
}
