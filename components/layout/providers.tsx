"use client";

import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { Toaster } from "#components/ui/toaster.tsx";
import "./send-page-user.ts";

/** What every page lives in: filters in the address, notices. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <NuqsAdapter>
      {children}
      <Toaster />
    </NuqsAdapter>
  );
}
