/** The request header in which proxy.ts tells a page its own address: path and query. */
export const PATH_HEADER = "x-console-path";
