/** The target of a request. */
export type Target = {
  /** Undecoded, without a trailing slash. */
  path: string;
  /** Of the path, decoded: in the API "api", the endpoint key, and what the contract has below it. */
  segments: readonly string[];
  /** The query string, without its question mark. */
  query: string;
};

/** Reads the target of a request, which may be an absolute URL. Undefined when it or the Host header is malformed. */
export function readTarget(url = "", host = "sandbox"): Target | undefined {
  if (ordinaryTarget.test(url) && ordinaryHost.test(host)) return splitTarget(url);
  if (!/^[^/\\?#@\s]*$/.test(host) || /^[^?]*\\/.test(url)) return undefined;
  const address = URL.parse(url.startsWith("/") ? `http://${host}${url}` : url);
  if (!address || !/^https?:$/.test(address.protocol)) return undefined;
  return splitTarget(address.pathname + address.search);
}

export const isOfApi = ({ path }: Target): boolean => path.startsWith("/api/");

// No segment that begins with a dot, which could change the path, and no character that a URL would have to escape.
const ordinaryTarget = /^(?:\/(?!\.)[\w.:~@!$&'()*+,;=%-]*)+(?:\?[\w.:~@!$&'()*+,;=%/?-]*)?$/;
const ordinaryHost = /^[a-z0-9._-]+(?::\d{1,5})?$/;

function splitTarget(url: string): Target {
  const mark = url.indexOf("?");
  const whole = mark === -1 ? url : url.slice(0, mark);
  const path = whole.length > 1 && whole.endsWith("/") ? whole.slice(0, -1) : whole;
  return {
    path,
    segments: path.split("/").slice(1).map(decode),
    query: mark === -1 ? "" : url.slice(mark + 1),
  };
}

/** Decodes a path or a part of one; a malformed escape sequence is left as it is. */
export function decode(path: string): string {
  if (!path.includes("%")) return path;
  return path.replaceAll(/(?:%[0-9A-F]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
}
