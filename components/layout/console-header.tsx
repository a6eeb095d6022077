"use client";

import { type ReactNode, use } from "react";
import { HeaderToolsContext, SandboxContext } from "./header-context.ts";
import { PageHeader } from "./page-header.tsx";

/** The header of a console page: title, gateway status, payment search. `children` come last. */
export function ConsoleHeader({
  title,
  trail,
  children,
}: {
  title: string;
  trail?: readonly { href: string; label: string }[];
  children?: ReactNode;
}) {
  const sandbox = use(SandboxContext);
  return (
    <PageHeader title={title} sandbox={sandbox} {...(trail ? { trail } : {})}>
      {use(HeaderToolsContext)}
      {children}
    </PageHeader>
  );
}
