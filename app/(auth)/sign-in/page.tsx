import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthLayout } from "#components/sign-in/auth-layout.tsx";
import { SignInForm } from "#components/sign-in/sign-in-form.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { paths } from "#lib/paths.ts";
import { may } from "#lib/permissions.ts";
import { currentUser } from "#server/auth/current-user.ts";
import { homePath } from "#server/auth/sign-in/home-path.ts";
import { toReturnPath } from "#server/auth/sign-in/return-path.ts";
import { env } from "#server/env.ts";

export const metadata: Metadata = { title: "Sign in" };

/** The sign-in page. Users who are already signed in are redirected to their destination. */
export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const { from } = await searchParams;
  const returnPath = toReturnPath(typeof from === "string" ? from : undefined);
  const user = await currentUser();
  // One role's start page may be off limits for another.
  const isCharge = returnPath === paths.charge();
  if (user)
    redirect(returnPath && (!isCharge || may(user.role, "charge")) ? returnPath : homePath(user.role));

  const { merchantName, sandbox } = env();
  return (
    <AuthLayout sandbox={sandbox} title="Sign in" sub={merchantName}>
      <SignInForm next={paths.signIn(returnPath)} />
      {sandbox && (
        <Note>
          <b>Sandbox gateway.</b> No real money moves. The demo sign-ins are printed where the console was
          started.
        </Note>
      )}
    </AuthLayout>
  );
}
