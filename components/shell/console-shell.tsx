"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { AppShell, type ShellUser } from "#components/layout/app-shell.tsx";
import { paths } from "#lib/paths.ts";
import type { Role } from "#lib/permissions.ts";
import { attemptsQuery } from "#lib/queries/attempts.ts";
import { navFor } from "./nav.ts";
import { SandboxContext } from "./sandbox-context.ts";
import { SignedOutNote } from "./signed-out-note.tsx";

/** The frame around every page behind the sign-in, with the places its person may see. */
export function ConsoleShell({
  name,
  role,
  merchant,
  sandbox,
  userActions,
  children,
}: {
  name: string;
  role: Role;
  merchant: string;
  sandbox: boolean;
  userActions: ReactNode;
  children: ReactNode;
}) {
  const unknown = useUnknownCount();
  const nav = navFor(role).map((item) =>
    item.href === paths.transactions()
      ? { ...item, badge: { count: unknown, label: `${unknown} with unknown outcome` } }
      : item,
  );
  const user: ShellUser = { name, role: role[0]?.toUpperCase() + role.slice(1) };

  return (
    <SandboxContext value={sandbox}>
      <AppShell merchant={merchant} nav={nav} manage={[]} user={user} userActions={userActions}>
        <SignedOutNote />
        {children}
      </AppShell>
    </SandboxContext>
  );
}

/** Read from the console's own journal, so that asking costs the gateway nothing. */
function useUnknownCount(): number {
  const { data } = useQuery({ ...attemptsQuery({ state: "unknown" }), refetchInterval: 30_000 });
  return data?.length ?? 0;
}
