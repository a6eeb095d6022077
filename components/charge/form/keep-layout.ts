import { type ChargeLayout, layoutCookie, printLayout, readLayout } from "#lib/charge/layout.ts";
import { paths } from "#lib/paths.ts";

const yearSeconds = 365 * 24 * 60 * 60;

/** Keeps a part of how this workstation's charge form begins; what it doesn't name stays. */
export function keepLayout(change: Partial<ChargeLayout>): void {
  const kept = document.cookie
    .split("; ")
    .find((pair) => pair.startsWith(`${layoutCookie}=`))
    ?.slice(layoutCookie.length + 1);
  const text = printLayout({ ...readLayout(kept), ...change });
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every supported browser
  document.cookie = `${layoutCookie}=${text}; Path=${paths.charge()}; Max-Age=${yearSeconds}; SameSite=Strict`;
}
