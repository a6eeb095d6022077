import { LinkButton } from "#components/layout/navigation/link-button.tsx";
import { AuthLayout } from "#components/sign-in/auth-layout.tsx";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { currentUser } from "#server/auth/current-user.ts";
import { env } from "#server/env.ts";
import { ConsoleFrame } from "../(console)/console-frame.tsx";
import ConsoleNotFound from "../(console)/not-found.tsx";

/** An unknown URL; shown inside the console for a signed-in user. */
export default async function NotFound() {
  const user = await currentUser();
  if (user)
    return (
      <ConsoleFrame user={user}>
        <ConsoleNotFound />
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
