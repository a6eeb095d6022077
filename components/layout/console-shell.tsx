"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { onDemand } from "#components/ui/on-demand.tsx";
import { Toaster } from "#components/ui/overlay/toaster.tsx";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { type ApprovalRequest, forUser } from "#lib/payments/approval-request.ts";
import { may, type Role } from "#lib/permissions.ts";
import { approvalNewsQuery } from "#lib/queries/approvals.ts";
import { attentionCountQuery } from "#lib/queries/attention-count.ts";
import { AppShell, type NavItem, type ShellUser } from "./app-shell.tsx";
import { type Merchant, MerchantProvider, useMerchant } from "./merchant.tsx";
import { FindBox } from "./navigation/find-box.tsx";
import { navFor } from "./navigation/nav.ts";
import { HeaderContext, type HeaderProps } from "./page/header-context.ts";
import "./session/send-page-user.ts";
import { useSearchParams } from "next/navigation";
import { useReady } from "#components/ui/until-ready.tsx";
import { PageHeader } from "./page/page-header.tsx";
import { SessionGate } from "./session/session-gate.tsx";

/** The frame around every page behind the sign-in, with the pages its user may see. */
export function ConsoleShell({
  user,
  merchant,
  sandbox,
  lockMinutes,
  userActions,
  children,
}: {
  user: ShellUser;
  merchant: Merchant;
  sandbox: boolean;
  lockMinutes: number;
  userActions: ReactNode;
  children: ReactNode;
}) {
  const { role, userId } = merchant;
  const { count, open, delayedRefunds, seenAt } = useOpenCount(role);
  const isReady = useReady();
  const approvals = useApprovals(merchant);
  const badges: Record<string, NavItem["badge"]> = {
    [paths.attention()]: { count, label: t("{count} open, {open} with unknown outcome", { count, open }) },
    [paths.approvals()]: {
      count: approvals.length,
      label: t("{length} for you", { length: approvals.length }),
    },
  };
  const nav = navFor(merchant).map((item) => ({ ...item, badge: badges[item.href] }));

  return (
    <MerchantProvider merchant={merchant}>
      {/* Read by every request of the page, see send-page-user.ts. */}
      <div hidden data-page-user={userId} />
      <AppShell merchant={merchant.name} nav={nav} user={user} userActions={userActions}>
        <CardAddressNote />
        {delayedRefunds.length > 0 && <DelayedRefundBar delayedRefunds={delayedRefunds} seenAt={seenAt} />}
        {approvals.length > 0 && <ApprovalNotes requests={approvals} />}
        {isReady && may(role, "charge") && <ResolvedNotes userId={userId} open={open} />}
        <HeaderContext value={sandbox ? SandboxHeader : Header}>{children}</HeaderContext>
      </AppShell>
      <Toaster />
      <SessionGate userId={userId} name={user.name} lockMinutes={lockMinutes} />
    </MerchantProvider>
  );
}

const Header = (props: HeaderProps) => <ToolHeader {...props} sandbox={false} />;
const SandboxHeader = (props: HeaderProps) => <ToolHeader {...props} sandbox />;

function ToolHeader({ children, ...rest }: HeaderProps & { sandbox: boolean }) {
  return (
    <PageHeader {...rest} beside={accountSwitcher}>
      {headerTools}
      {children}
    </PageHeader>
  );
}

const GatewayIndicator = onDemand<object>(() =>
  import("./gateway/gateway-indicator.tsx").then((module) => module.GatewayIndicator),
);
const NewCharge = onDemand<object>(() =>
  import("./navigation/new-charge.tsx").then((module) => module.NewCharge),
);

/** What an auditor, who sees no payments, has no use for. */
function HeaderTools() {
  if (!may(useMerchant().role, "viewTransactions")) return null;
  return (
    <>
      <GatewayIndicator />
      <FindBox />
      <NewCharge />
    </>
  );
}

/** A constant element, so that a new title does not render it again. */
const headerTools = <HeaderTools />;

/** Nothing with one account. */
function Accounts() {
  const { accounts = [] } = useMerchant();
  return accounts.length > 1 && <AccountSwitcher />;
}
const AccountSwitcher = onDemand<object>(() =>
  import("./accounts-switcher.tsx").then((module) => module.AccountSwitcher),
);

const accountSwitcher = <Accounts />;

/** Read from the console's store, without gateway requests. */
function useOpenCount(role: Role) {
  const { data, dataUpdatedAt: seenAt } = useQuery({
    ...attentionCountQuery(),
    enabled: may(role, "charge"),
  });
  return { count: 0, open: 0, delayedRefunds: [], ...data, seenAt };
}

/** What the user has to decide, or may send now that it is approved. */
function useApprovals({ role, hasApprovals = false }: Merchant): readonly ApprovalRequest[] {
  const { data } = useQuery({ ...approvalNewsQuery(), enabled: hasApprovals && may(role, "charge") });
  return data ? forUser(data) : [];
}

const ApprovalNotes = onDemand(() =>
  import("./approvals/approval-notes.tsx").then((module) => module.ApprovalNotes),
);

const DelayedRefundBar = onDemand(() =>
  import("./delayed-refunds/delayed-refund-bar.tsx").then((module) => module.DelayedRefundBar),
);

const ResolvedNotes = onDemand<{ userId: string; open: number }>(() =>
  import("./resolved/resolved-notes.tsx").then((module) => module.ResolvedNotes),
);

/** Explains why a list is shown instead of the page that was asked for. */
function CardAddressNote() {
  return useSearchParams().get("refused") === paths.cardRefused.refused && <CardRefusedNote />;
}

const CardRefusedNote = onDemand<object>(() =>
  import("./card-refused-note.tsx").then((module) => module.CardRefusedNote),
);
