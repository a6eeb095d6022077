"use client";

import { type ReactNode, useId } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { Modal } from "#components/ui/overlay/modal.tsx";
import { Mark } from "./brand.tsx";
import { type NavItem, NavLink } from "./nav-link.tsx";

/** The whole navigation over the page: the menu of a phone, and the names of the rail. */
export function NavDrawer({
  onClose,
  merchant,
  nav,
  manage,
  children,
}: {
  onClose: () => void;
  merchant: string;
  nav: readonly NavItem[];
  manage: readonly NavItem[];
  /** Who is signed in, at the foot. */
  children: ReactNode;
}) {
  const titleId = useId();
  return (
    <Modal
      onDismiss={onClose}
      aria-labelledby={titleId}
      className="fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none bg-backdrop text-ink outline-none backdrop:bg-transparent print:hidden"
    >
      <div className="flex h-full w-[min(304px,calc(100vw-56px))] flex-col overflow-y-auto border-r border-line-strong bg-canvas p-3">
        <div className="flex items-center gap-2.5 pl-2">
          <Mark />
          <h2 id={titleId} className="flex-1">
            Merchant Console
          </h2>
          <Button variant="quiet" iconOnly icon="close" aria-label="Close menu" onClick={onClose} />
        </div>
        <p className="mb-4 truncate pl-10 text-12 text-faint">{merchant}</p>
        <div className="grid gap-4">
          <DrawerList label="Main" items={nav} onClick={onClose} />
          {manage.length > 0 && <DrawerList label="Manage" items={manage} onClick={onClose} />}
        </div>
        <div className="mt-auto pt-4">{children}</div>
      </div>
    </Modal>
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
