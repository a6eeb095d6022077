import { redirect } from "next/navigation";
import { requireUser } from "#server/auth/require-user.ts";
import { homePath } from "#server/auth/sign-in/home-path.ts";

/** The console begins at the first page that is its person's to see. */
export default async function StartPage(): Promise<never> {
  const { role } = await requireUser();
  redirect(homePath(role));
}
