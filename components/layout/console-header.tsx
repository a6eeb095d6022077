"use client";

import { type ReactNode, use } from "react";
import { HeaderToolsContext, SandboxContext } from "./header-context.ts";
import { PageHeader } from "./page-header.tsx";

/** The top line of a page of the console: where one is, how the gateway does, the way to a payment. `children` stand last. */
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
