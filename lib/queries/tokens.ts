import { queryOptions } from "@tanstack/react-query";
import type { Token } from "../gateway/schemas/token.ts";
import { paths } from "../paths.ts";
import type { Read } from "../read.ts";
import { getJson } from "./get-json.ts";

/** The card behind a token, which never changes: one request of the shared limit for each token. */
export const tokenQuery = (token: string) =>
  queryOptions({
    queryKey: ["tokens", token] as const,
    queryFn: () => getJson<Read<Token>>(paths.api.token(token)),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
