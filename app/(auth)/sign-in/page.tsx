import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthLayout } from "#components/sign-in/auth-layout.tsx";
import { SignInForm } from "#components/sign-in/sign-in-form.tsx";
import { ButtonBody, buttonClass } from "#components/ui/button/button.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { t, translated } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { may } from "#lib/permissions.ts";
import { readOidcProblem } from "#lib/session/oidc-problem.ts";
import { currentUser, enrollingUser, lockedUser } from "#server/auth/current-user.ts";
import { isLinked } from "#server/auth/oidc/identities.ts";
import { toRelyingParty } from "#server/auth/passkeys/relying-party.ts";
import type { SignedInUser } from "#server/auth/session/sessions.ts";
import { findBegunSteps } from "#server/auth/sign-in/begin.ts";
import { homePath } from "#server/auth/sign-in/home-path.ts";
import { toReturnPath } from "#server/auth/sign-in/return-path.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";

export const metadata: Metadata = translated("*", { title: "Sign in" });

/** The sign-in page. Users who are already signed in are redirected to their destination. */
export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const { from, step, problem, id, unlocked } = await searchParams;
  const returnPath = toReturnPath(typeof from === "string" ? from : undefined);
  if (await enrollingUser()) redirect(paths.secondStep(returnPath));
  const user = await currentUser();
  // One role's start page may be off limits for another.
  const isCharge = returnPath === paths.charge();
  if (user && unlocked !== undefined) return <Unlocked user={user} />;
  if (user)
    redirect(returnPath && (!isCharge || may(user.role, "charge")) ? returnPath : homePath(user.role));

  const { merchantName, sandbox, oidc } = env();
  const failed = readOidcProblem(problem);
  const locked = oidc && (await lockedUser());
  const unlocks = locked ? await isLinked(db(), locked.id) : false;
  return (
    <AuthLayout sandbox={sandbox} title={t("Sign in")} sub={merchantName}>
      {failed && (
        <Note tone="warning" role="alert">
          <b>{t("Not signed in.")}</b> {failed}{" "}
          {isReference(id) && t("If this happens again, report the number {id}.", { id: String(id) })}
        </Note>
      )}
      <SignInForm
        next={paths.signIn(returnPath)}
        passkeys={toRelyingParty(env()) !== undefined}
        begun={step === undefined ? undefined : await findBegunSteps()}
      />
      {oidc && (
        // Not a Link: it leaves the console.
        <a
          href={unlocks ? paths.oidcUnlock(returnPath) : paths.oidc(returnPath)}
          className={buttonClass({ size: "l", block: true })}
        >
          <ButtonBody icon="right">{t("Continue with {label}", { label: oidc.label })}</ButtonBody>
        </a>
      )}
      {sandbox && (
        <Note>
          {tx("{title} No real money moves. The demo sign-ins are printed where the console was started.", {
            title: <b>{t("Sandbox gateway.")}</b>,
          })}
        </Note>
      )}
    </AuthLayout>
  );
}

/** In the tab in which the provider asked again: the page that was locked is in another. */
function Unlocked({ user: { id, name, role } }: { user: SignedInUser }) {
  return (
    <AuthLayout sandbox={env().sandbox} title={t("Workstation unlocked")} sub={name} userId={id}>
      <p role="status">{t("Close this tab, and go on in the one that you locked.")}</p>
      <a href={homePath(role)} className={buttonClass({ block: true })}>
        <ButtonBody>{t("Go on in this tab")}</ButtonBody>
      </a>
    </AuthLayout>
  );
}

/** The number of a line in the log, as the console makes it. */
const isReference = (id: unknown) => typeof id === "string" && /^[0-9a-f]{8}$/.test(id);
