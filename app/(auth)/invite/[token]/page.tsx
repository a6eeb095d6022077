import type { Metadata } from "next";
import { LinkButton } from "#components/layout/navigation/link-button.tsx";
import { AuthLayout } from "#components/sign-in/auth-layout.tsx";
import { JoinForm } from "#components/sign-in/join-form.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { t, translated } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { toRoleNoun } from "#lib/people/role-labels.ts";
import { findInvitation } from "#server/auth/people/invitations.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";

export const metadata: Metadata = translated(["title"], { title: "Join", robots: { index: false } });

/** Where an invited person sets a name and password. Who holds no working link learns nothing. */
export default async function InvitePage({ params }: PageProps<"/invite/[token]">) {
  const { token } = await params;
  const invitation = await findInvitation(db(), token);
  const { merchantName, sandbox } = env();
  if (!invitation)
    return (
      <AuthLayout sandbox={sandbox} title={t("This link no longer works")} sub={merchantName}>
        <Note tone="warning">
          {t(
            "It was used already, has expired or was replaced. Ask the person who sent it for a new one. If you have set your password, sign in with it.",
          )}
        </Note>
        <LinkButton href={paths.signIn()}>{t("Sign in")}</LinkButton>
      </AuthLayout>
    );
  const { name, email, role } = invitation;
  return (
    <AuthLayout
      sandbox={sandbox}
      title={t("Join {merchantName}", { merchantName })}
      sub={t("{email}, as {role}", { email, role: toRoleNoun(role) })}
    >
      <JoinForm token={token} name={name} email={email} />
    </AuthLayout>
  );
}
