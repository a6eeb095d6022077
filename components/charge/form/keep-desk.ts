import { type Desk, deskCookie, printDesk, readDesk } from "#lib/charge/desk.ts";
import { paths } from "#lib/paths.ts";

const yearSeconds = 365 * 24 * 60 * 60;

/** Keeps a part of how this workstation's charge form begins; what it doesn't name stays. */
export function keepDesk(change: Partial<Desk>): void {
  const kept = document.cookie
    .split("; ")
    .find((pair) => pair.startsWith(`${deskCookie}=`))
    ?.slice(deskCookie.length + 1);
  const text = printDesk({ ...readDesk(kept), ...change });
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every supported browser
  document.cookie = `${deskCookie}=${text}; Path=${paths.charge()}; Max-Age=${yearSeconds}; SameSite=Strict`;
}
