import type { Metadata } from "next";
import { LinkButton } from "#components/layout/navigation/link-button.tsx";
import { AuthLayout } from "#components/sign-in/auth-layout.tsx";
import { t, translated } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { currentUser } from "#server/auth/current-user.ts";
import { env } from "#server/env.ts";
import { answerNotFound } from "#server/http/request-id.ts";
import { ConsoleFrame } from "../(console)/console-frame.tsx";
import { UnknownAddress } from "../(console)/unknown-address.tsx";

export const metadata: Metadata = translated("*", { title: "Page not found" });

/** Every URL without a page; shown inside the console for a signed-in user. */
export default async function UnknownPage() {
  answerNotFound();
  const user = await currentUser();
  if (user)
    return (
      <ConsoleFrame user={user}>
        <UnknownAddress />
      </ConsoleFrame>
    );
  return (
    <AuthLayout sandbox={env().sandbox} title={t("Page not found")} sub={t("Check the address.")}>
      <LinkButton href={paths.signIn()} variant="primary" block>
        {t("Sign in")}
      </LinkButton>
    </AuthLayout>
  );
}
