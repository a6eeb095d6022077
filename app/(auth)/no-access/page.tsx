import type { Metadata } from "next";
import { Link } from "#components/layout/navigation/link.tsx";
import { SignOutForm } from "#components/layout/session/sign-out-form.tsx";
import { AuthLayout } from "#components/sign-in/auth-layout.tsx";
import { refusalText } from "#components/sign-in/refusal-text.ts";
import { Button, ButtonBody, buttonClass } from "#components/ui/button/button.tsx";
import { t, translated } from "#lib/language/t.ts";
import { roleTitle } from "#lib/people/role-labels.ts";
import { type Right, rights, roleId } from "#lib/permissions.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { homePath } from "#server/auth/sign-in/home-path.ts";
import { env } from "#server/env.ts";

export const metadata: Metadata = translated("*", { title: "You don't have access" });

/** Shows a signed-in user which right a page requires and who has it. */
export default async function NoAccessPage({ searchParams }: PageProps<"/no-access">) {
  const user = await requireUser();
  const { right, page } = await searchParams;
  const { account, mainOrigin } = env();
  if (account !== undefined && roleId(user.role) === "")
    return (
      <AuthLayout sandbox={env().sandbox} title={t("You don't have access")} sub={user.name} userId={user.id}>
        <p>{t("You have no role in this gateway account. Ask an admin of the main account.")}</p>
        <a href={mainOrigin} className={buttonClass({ variant: "primary", block: true })}>
          <ButtonBody variant="primary">{t("To the main account")}</ButtonBody>
        </a>
      </AuthLayout>
    );
  return (
    <AuthLayout
      sandbox={env().sandbox}
      title={t("You don't have access")}
      sub={`${user.name}, ${roleTitle(user.role)}`}
      userId={user.id}
    >
      <p>
        {typeof right === "string" && isRight(right)
          ? refusalText(right, typeof page === "string" ? page : undefined)
          : t("Your role does not include this page.")}
      </p>
      <div className="grid gap-2">
        <Link href={homePath(user.role)} className={buttonClass({ variant: "primary", block: true })}>
          <ButtonBody variant="primary">{t("Back")}</ButtonBody>
        </Link>
        <SignOutForm>
          <Button type="submit" block>
            {t("Sign out")}
          </Button>
        </SignOutForm>
      </div>
    </AuthLayout>
  );
}

function isRight(text: string): text is Right {
  return Object.hasOwn(rights, text);
}
