"use client";

import { type ReactNode, use } from "react";
import { FindBox } from "./find-box.tsx";
import { GatewayIndicator } from "./gateway-indicator.tsx";
import { PageHeader } from "./page-header.tsx";
import { SandboxContext } from "./sandbox-context.ts";

/** A constant element, so that a new title does not render it again. */
const tools = (
  <>
    <GatewayIndicator />
    <FindBox />
  </>
);

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
      {tools}
      {children}
    </PageHeader>
  );
}
