import type { ReactNode } from "react";
import { ConsoleShell } from "#components/layout/console-shell.tsx";
import { LockButton } from "#components/layout/session/lock-button.tsx";
import { UserQueries } from "#components/layout/session/user-queries.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { signOut } from "#server/actions/session.ts";
import type { SignedInUser } from "#server/auth/sessions.ts";
import { env } from "#server/env.ts";

/** The console's frame around a page made for `user`. */
export function ConsoleFrame({ user, children }: { user: SignedInUser; children: ReactNode }) {
  const { id, name, role } = user;
  const { merchantName, gatewayTimeZone, merchantLocale, customFields, sandbox, deskLockMinutes } = env();
  const userActions = (
    <>
      <LockButton />
      <form action={signOut}>
        <Button type="submit" variant="quiet" size="s" icon="out" className="w-full justify-start!">
          Sign out
        </Button>
      </form>
    </>
  );
  return (
    // Keyed by the user, so that no state carries over to the next user.
    <UserQueries key={id}>
      <ConsoleShell
        userId={id}
        name={name}
        merchant={{
          name: merchantName,
          timeZone: gatewayTimeZone,
          locale: merchantLocale,
          customFields,
          role,
        }}
        sandbox={sandbox}
        lockMinutes={deskLockMinutes}
        userActions={userActions}
      >
        {children}
      </ConsoleShell>
    </UserQueries>
  );
}
