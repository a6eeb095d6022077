/** `from` when it is a path of this site, else undefined: after sign-in nobody may be led elsewhere. */
export function toReturnPath(from: string | undefined): string | undefined {
  if (!from?.startsWith("/") || !URL.canParse(from, ANYWHERE)) return undefined;
  const url = new URL(from, ANYWHERE);
  // Browsers read //host and /\host as another site; a control character between them is skipped.
  if (url.origin !== ANYWHERE) return undefined;
  const path = `${url.pathname}${url.search}${url.hash}`;
  return path.startsWith("//") || path.startsWith("/api/") ? undefined : path;
}

const ANYWHERE = "http://console.invalid";
