/** The request header in which proxy.ts passes a page its own path and query. */
export const PATH_HEADER = "x-console-path";
