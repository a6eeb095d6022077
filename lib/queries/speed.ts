import { queryOptions } from "@tanstack/react-query";
import { paths } from "../paths.ts";
import type { WorkstationSpeed } from "../speed.ts";
import { getJson } from "./get-json.ts";

/** How fast the console was at each workstation in the last seven days. */
export const speedQuery = () =>
  queryOptions({
    queryKey: ["speed"] as const,
    queryFn: () => getJson<WorkstationSpeed[]>(paths.api.speed()),
    refetchInterval: 60_000,
  });
