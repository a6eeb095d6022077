"use client";

import { useQueryClient } from "@tanstack/react-query";
import { drawerKey } from "#lib/queries/drawer.ts";

/** Reads all that is shown of drawers again. */
export function useRereadDrawer(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: drawerKey });
}
