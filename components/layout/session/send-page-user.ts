import { withPageUser } from "#lib/session/page-user.ts";

/** The id of the user the page on screen was made for; undefined outside the console's shell. */
export function pageUser(): string | undefined {
  return document.querySelector<HTMLElement>("[data-page-user]")?.dataset.pageUser;
}

/**
 * Adds the page's user to every same-origin request of this window: reads, server actions and page loads, which all go
 * through fetch. The user is read from the page itself, so it cannot differ from the name on screen.
 */
function sendPageUser(): void {
  const send = window.fetch.bind(window);
  window.fetch = (input, init) => {
    const user = pageUser();
    const request = input instanceof Request ? input : undefined;
    const url = new URL(request?.url ?? String(input), window.location.href);
    if (!user || url.origin !== window.location.origin) return send(input, init);
    return send(input, { ...init, headers: withPageUser(init?.headers ?? request?.headers, user) });
  };
}

if (typeof window !== "undefined") sendPageUser();
