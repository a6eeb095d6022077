"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Toaster } from "#components/ui/toaster.tsx";
import { paths } from "#lib/paths.ts";
import { may, type Role } from "#lib/permissions.ts";
import { attentionCountQuery } from "#lib/queries/attention.ts";
import { AppShell, type ShellUser } from "./app-shell.tsx";
import { CardAddressNote } from "./card-address-note.tsx";
import { FindBox } from "./find-box.tsx";
import { GatewayIndicator } from "./gateway-indicator.tsx";
import { HeaderToolsContext, SandboxContext } from "./header-context.ts";
import { type Merchant, MerchantProvider } from "./merchant.tsx";
import { navFor } from "./nav.ts";
import "./send-page-user.ts";
import { SessionGate } from "./session-gate.tsx";

/** The frame around every page behind the sign-in, with the pages its user may see. */
export function ConsoleShell({
  userId,
  name,
  merchant,
  sandbox,
  userActions,
  children,
}: {
  userId: string;
  name: string;
  merchant: Merchant;
  sandbox: boolean;
  userActions: ReactNode;
  children: ReactNode;
}) {
  const { role } = merchant;
  const { open, notices } = useOpenCount(role);
  const nav = navFor(role).map((item) =>
    item.href === paths.attention()
      ? { ...item, badge: { count: open + notices, label: badgeLabel(open, notices) } }
      : item,
  );
  const user: ShellUser = { name, role: role[0]?.toUpperCase() + role.slice(1) };

  return (
    <SandboxContext value={sandbox}>
      <MerchantProvider merchant={merchant}>
        {/* Read by every request of the page, see send-page-user.ts. */}
        <div hidden data-page-user={userId} />
        <AppShell merchant={merchant.name} nav={nav} manage={[]} user={user} userActions={userActions}>
          <CardAddressNote />
          <HeaderToolsContext value={headerTools}>{children}</HeaderToolsContext>
        </AppShell>
        <Toaster />
        <SessionGate userId={userId} name={name} />
      </MerchantProvider>
    </SandboxContext>
  );
}

/** A constant element, so that a new title does not render it again. */
const headerTools = (
  <>
    <GatewayIndicator />
    <FindBox />
  </>
);

/** Read from the console's store, without gateway requests. */
function useOpenCount(role: Role): { open: number; notices: number } {
  const { data } = useQuery({ ...attentionCountQuery(), enabled: may(role, "charge") });
  return data ?? { open: 0, notices: 0 };
}

const badgeLabel = (open: number, notices: number) =>
  `${open} with unknown outcome${notices > 0 ? `, ${notices} to acknowledge` : ""}`;
