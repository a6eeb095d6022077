/** `from` when it is a path of this site, else undefined: a sign-in must not redirect to another site. */
export function toReturnPath(from: string | undefined): string | undefined {
  if (!from?.startsWith("/") || !URL.canParse(from, ANYWHERE)) return undefined;
  const url = new URL(from, ANYWHERE);
  // Browsers read //host and /\host as another site; a control character between them is skipped.
  if (url.origin !== ANYWHERE) return undefined;
  const path = `${url.pathname}${url.search}${url.hash}`;
  return path.startsWith("//") || path.startsWith("/api/") ? undefined : path;
}

const ANYWHERE = "http://console.invalid";
