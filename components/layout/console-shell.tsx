"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Toaster } from "#components/ui/overlay/toaster.tsx";
import { paths } from "#lib/paths.ts";
import { may, type Role } from "#lib/permissions.ts";
import { attentionCountQuery } from "#lib/queries/attention.ts";
import { AppShell, type ShellUser } from "./app-shell.tsx";
import { GatewayIndicator } from "./gateway/gateway-indicator.tsx";
import { type Merchant, MerchantProvider } from "./merchant.tsx";
import { FindBox } from "./navigation/find-box.tsx";
import { navFor } from "./navigation/nav.ts";
import { HeaderContext, type HeaderProps } from "./page/header-context.ts";
import "./session/send-page-user.ts";
import { useSearchParams } from "next/navigation";
import { Note } from "#components/ui/status/note.tsx";
import { cardNumberProblem } from "#lib/card-data/card-detector.ts";
import { PageHeader } from "./page/page-header.tsx";
import { SessionGate } from "./session/session-gate.tsx";

/** The frame around every page behind the sign-in, with the pages its user may see. */
export function ConsoleShell({
  userId,
  name,
  merchant,
  sandbox,
  lockMinutes,
  userActions,
  children,
}: {
  userId: string;
  name: string;
  merchant: Merchant;
  sandbox: boolean;
  lockMinutes: number;
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
    <MerchantProvider merchant={merchant}>
      {/* Read by every request of the page, see send-page-user.ts. */}
      <div hidden data-page-user={userId} />
      <AppShell merchant={merchant.name} nav={nav} manage={[]} user={user} userActions={userActions}>
        <CardAddressNote />
        <HeaderContext value={sandbox ? SandboxHeader : Header}>{children}</HeaderContext>
      </AppShell>
      <Toaster />
      <SessionGate userId={userId} name={name} lockMinutes={lockMinutes} />
    </MerchantProvider>
  );
}

const Header = (props: HeaderProps) => <ToolHeader {...props} sandbox={false} />;
const SandboxHeader = (props: HeaderProps) => <ToolHeader {...props} sandbox />;

function ToolHeader({ children, ...rest }: HeaderProps & { sandbox: boolean }) {
  return (
    <PageHeader {...rest}>
      {headerTools}
      {children}
    </PageHeader>
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

/** Explains why a list is shown instead of the page that was asked for. */
function CardAddressNote() {
  const { refused } = paths.cardRefused;
  if (useSearchParams().get("refused") !== refused) return null;
  return (
    <div className="px-4 pt-3 sm:px-6 print:hidden">
      <Note tone="warning" role="alert">
        <b>That page was not opened.</b> {cardNumberProblem}
      </Note>
    </div>
  );
}
