import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { EnrollChoice } from "#components/account/enroll-choice.tsx";
import { SignOutForm } from "#components/layout/session/sign-out-form.tsx";
import { AuthLayout } from "#components/sign-in/auth-layout.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { t, translated } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { currentUser, enrollingUser } from "#server/auth/current-user.ts";
import { toQrImage } from "#server/auth/factors/qr-image.ts";
import { pendingSecret } from "#server/auth/factors/second-factor.ts";
import { toTotpUri } from "#server/auth/factors/totp.ts";
import { newPasskey } from "#server/auth/passkeys/new-passkey.ts";
import { toRelyingParty } from "#server/auth/passkeys/relying-party.ts";
import { hasFreshProof } from "#server/auth/require-proof.ts";
import { toReturnPath } from "#server/auth/sign-in/return-path.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";

export const metadata: Metadata = translated("*", { title: "Set up your second step" });

/** Sets up an authenticator app or a passkey: for users who want one, and before anything else for users whose role needs one. */
export default async function SecondStepPage({ searchParams }: PageProps<"/second-step">) {
  const { from } = await searchParams;
  const returnPath = toReturnPath(typeof from === "string" ? from : undefined);
  const enrolling = await enrollingUser();
  const user = enrolling ?? (await currentUser());
  if (!user) redirect(paths.signIn(returnPath));
  const { sandbox, merchantName } = env();
  const secret = await pendingSecret(db(), user.id);
  const uri = toTotpUri(secret, {
    issuer: t("Merchant Console {merchantName}", { merchantName }),
    account: user.email,
  });
  return (
    <AuthLayout
      sandbox={sandbox}
      title={t("Set up your second step")}
      sub={enrolling ? t("Required for your role") : user.email}
      userId={user.id}
    >
      <EnrollChoice
        userId={user.id}
        account={user.email}
        qr={toQrImage(uri)}
        secret={secret}
        asksPassword={!hasFreshProof(user)}
        newPasskey={toRelyingParty(env()) && (await newPasskey(user))}
        next={enrolling ? paths.signIn(returnPath) : paths.account()}
      >
        <SignOutForm>
          <Button type="submit" variant="quiet" size="s" icon="out">
            {t("Sign out")}
          </Button>
        </SignOutForm>
      </EnrollChoice>
    </AuthLayout>
  );
}
