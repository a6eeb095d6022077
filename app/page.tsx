import { redirect } from "next/navigation";
import { homePath } from "#server/auth/home-path.ts";
import { requireUser } from "#server/auth/require-user.ts";

/** The console begins at the first page that is its person's to see. */
export default async function StartPage(): Promise<never> {
  const { role } = await requireUser();
  redirect(homePath(role));
}
