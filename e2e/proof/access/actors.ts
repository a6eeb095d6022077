import { cookiesOf, signInWithoutBrowser } from "#e2e/support/pages/sign-in-without-browser.ts";
import type { RunningConsole } from "#e2e/support/running-console.ts";
import { testPassword } from "#e2e/support/test-secrets.ts";
import { type Role, roleName, roles } from "#lib/permissions.ts";

/** Somebody at the console. `role`: undefined for a visitor. */
export type Actor = { name: string; role: Role | undefined; headers: Record<string, string> };

/** Everybody who may come: each role, nobody, a made-up cookie, a cut one, and one who signed out. */
export async function gatherActors(running: RunningConsole): Promise<Actor[]> {
  const people = await Promise.all(roles.map((role) => signIn(running, role)));
  const left = await signIn(running, "manager");
  await signOut(running, left);
  const [manager] = people.filter(({ role }) => role === "manager");
  return [
    ...people,
    { name: "nobody", role: undefined, headers: {} },
    { name: "a made-up cookie", role: undefined, headers: { cookie: `console.session=${"A".repeat(180)}` } },
    {
      name: "a cut cookie",
      role: undefined,
      headers: { cookie: (manager?.headers.cookie ?? "").replace(/(console\.session=.{40})[^;]*/, "$1") },
    },
    { ...left, name: "signed out", role: undefined },
  ];
}

async function signIn({ origin }: RunningConsole, role: Role): Promise<Actor> {
  return {
    name: roleName(role),
    role,
    headers: await signInWithoutBrowser(origin, `${role}@demo.test`, testPassword),
  };
}

async function signOut({ origin }: RunningConsole, { headers }: Actor): Promise<void> {
  const csrf = await fetch(`${origin}/api/auth/csrf`, { headers });
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }; // as above
  await fetch(`${origin}/api/auth/signout`, {
    method: "POST",
    redirect: "manual",
    headers: { origin, cookie: `${headers.cookie}; ${cookiesOf(csrf)}` },
    body: new URLSearchParams({ csrfToken, json: "true" }),
  });
}
