import type { IncomingMessage } from "node:http";

/** What a request asks for: the path without a slash at its end, and what follows the question mark. */
export type Target = { path: string; query: string };

/** Reads the target of a request, which may also be a whole address. Undefined when it, or the host beside it, is none. */
export function readTarget({ url = "", headers: { host = "sandbox" } }: IncomingMessage): Target | undefined {
  if (ordinaryTarget.test(url) && ordinaryHost.test(host)) return splitTarget(url);
  if (!/^[^/\\?#@\s]*$/.test(host) || /^[^?]*\\/.test(url)) return undefined;
  const address = URL.parse(url.startsWith("/") ? `http://${host}${url}` : url);
  if (!address || !/^https?:$/.test(address.protocol)) return undefined;
  return splitTarget(address.pathname + address.search);
}

// No dot at the beginning of a segment, which could lead elsewhere, and nothing that an address would have to escape.
const ordinaryTarget = /^(?:\/(?!\.)[\w.:~@!$&'()*+,;=%-]*)+(?:\?[\w.:~@!$&'()*+,;=%/?-]*)?$/;
const ordinaryHost = /^[a-z0-9._-]+(?::\d{1,5})?$/;

function splitTarget(url: string): Target {
  const mark = url.indexOf("?");
  const path = mark === -1 ? url : url.slice(0, mark);
  return {
    path: path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path,
    query: mark === -1 ? "" : url.slice(mark + 1),
  };
}
