"use client";

import { type ReactNode, useId } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { Modal } from "#components/ui/overlay/modal.tsx";
import { t } from "#lib/language/t.ts";
import { Mark } from "./brand.tsx";
import { type NavItem, NavLink } from "./nav-link.tsx";

/** The whole navigation over the page: the menu of a phone, and the names of the rail. */
export function NavDrawer({
  onClose,
  merchant,
  nav,
  children,
}: {
  onClose: () => void;
  merchant: string;
  nav: readonly NavItem[];
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
            {t("Merchant Console")}
          </h2>
          <Button variant="quiet" iconOnly icon="close" aria-label={t("Close menu")} onClick={onClose} />
        </div>
        <p className="mb-4 truncate pl-10 text-12 text-faint">{merchant}</p>
        <nav aria-label={t("Main")} className="grid gap-0.5">
          {nav.map((item) => (
            <NavLink key={item.href} item={item} onClick={onClose} />
          ))}
        </nav>
        <div className="mt-auto pt-4">{children}</div>
      </div>
    </Modal>
  );
}
