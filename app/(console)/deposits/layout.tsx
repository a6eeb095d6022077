import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";

/** The filters of these pages are in the address. */
export default function FiltersLayout({ children }: { children: ReactNode }) {
  return <NuqsAdapter>{children}</NuqsAdapter>;
}
