import type { SignIn } from "./people.ts";

/** The demo's sign-ins as a small table for a terminal. */
export function toSignInTable(signIns: SignIn[]): string {
  const rows = [
    ["Sign in as", "Role", "Password"] as const,
    ...signIns.map(({ email, role, password }) => [email, role, password] as const),
  ];
  const emailWidth = Math.max(...rows.map(([email]) => email.length));
  const roleWidth = Math.max(...rows.map(([, role]) => role.length));
  return rows
    .map(([email, role, password]) => `  ${email.padEnd(emailWidth)}  ${role.padEnd(roleWidth)}  ${password}`)
    .join("\n");
}
