import type { ReactNode } from "react";
import { ConsoleShell } from "#components/layout/console-shell.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { LockButton } from "#components/layout/session/lock-button.tsx";
import { SignOutForm } from "#components/layout/session/sign-out-form.tsx";
import { UserQueries } from "#components/layout/session/user-queries.tsx";
import { Button, ButtonBody, buttonClass } from "#components/ui/button/button.tsx";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { roleTitle } from "#lib/people/role-labels.ts";
import { accountLinksOf } from "#server/accounts/account-links.ts";
import { hasPasskey } from "#server/auth/factors/second-factor.ts";
import { isLinked } from "#server/auth/oidc/identities.ts";
import { limitsOf } from "#server/auth/roles/access.ts";
import { hasLimits } from "#server/auth/roles/read-roles.ts";
import type { SignedInUser } from "#server/auth/session/sessions.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { readPosition } from "#server/live/read-changes.ts";

/** The console's frame around a page made for `user`. */
export async function ConsoleFrame({ user, children }: { user: SignedInUser; children: ReactNode }) {
  const { id, name, role } = user;
  const {
    merchantName,
    gatewayTimeZone,
    merchantLocale,
    customFields,
    tipPercents,
    sandbox,
    workstationLockMinutes,
    oidc,
    gatewayTimeoutMs,
  } = env();
  const userActions = (
    <>
      <Link
        href={paths.account()}
        className={`${buttonClass({ variant: "quiet", size: "s" })} w-full justify-start!`}
      >
        <ButtonBody variant="quiet" icon="user">
          {t("Your account")}
        </ButtonBody>
      </Link>
      <LockButton />
      <SignOutForm>
        <Button type="submit" variant="quiet" size="s" icon="out" className="w-full justify-start!">
          {t("Sign out")}
        </Button>
      </SignOutForm>
    </>
  );
  const [position, isProvedByPasskey, isOfProvider, hasApprovals, accounts] = await Promise.all([
    readPosition(),
    hasPasskey(db(), id),
    oidc ? isLinked(db(), id) : false,
    hasLimits(db()),
    accountLinksOf(id),
  ]);
  return (
    // Keyed by the user, so that no state carries over to the next user.
    <UserQueries key={id}>
      {/* The page goes on from here once it follows changes, see watch-page.ts. */}
      <div hidden data-live-position={position} />
      <ConsoleShell
        user={{ name, role: roleTitle(role) }}
        merchant={{
          name: merchantName,
          timeZone: gatewayTimeZone,
          locale: merchantLocale,
          customFields,
          tipPercents,
          waitMs: gatewayTimeoutMs,
          userId: id,
          role,
          limits: limitsOf(role),
          hasPasskey: isProvedByPasskey,
          unlocksAt: isOfProvider ? oidc?.label : undefined,
          hasApprovals,
          accounts,
        }}
        sandbox={sandbox}
        lockMinutes={workstationLockMinutes}
        userActions={userActions}
      >
        {children}
      </ConsoleShell>
    </UserQueries>
  );
}
