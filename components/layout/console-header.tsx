"use client";

import { type ReactNode, use } from "react";
import { FindBox } from "./find-box.tsx";
import { GatewayIndicator } from "./gateway-indicator.tsx";
import { PageHeader } from "./page-header.tsx";
import { SandboxContext } from "./sandbox-context.ts";

/** One and the same element for all: a new title draws none of it again. */
const tools = (
  <>
    <GatewayIndicator />
    <FindBox />
  </>
);

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
      {tools}
      {children}
    </PageHeader>
  );
}
