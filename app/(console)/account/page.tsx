import type { Metadata } from "next";
import { AccountView } from "#components/account/account-view.tsx";
import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { t, translated } from "#lib/language/t.ts";
import { roleTitle } from "#lib/people/role-labels.ts";
import { findSecondFactor } from "#server/auth/factors/second-factor.ts";
import { newPasskey } from "#server/auth/passkeys/new-passkey.ts";
import { listPasskeys } from "#server/auth/passkeys/passkeys.ts";
import { toRelyingParty } from "#server/auth/passkeys/relying-party.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { needsSecondStep } from "#server/auth/roles/access.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";

export const metadata: Metadata = translated("*", { title: "Your account" });

/** The signed-in user's own password, second step and passkeys. */
export default async function AccountPage() {
  const user = await requireUser();
  return (
    <>
      <ConsoleHeader title={t("Your account")} />
      <PageContent>
        <AccountView
          name={user.name}
          email={user.email}
          role={roleTitle(user.role)}
          factor={await findSecondFactor(db(), user.id)}
          isRequired={needsSecondStep(user.role)}
          passkeys={await listPasskeys(db(), user.id)}
          newPasskey={toRelyingParty(env()) && (await newPasskey(user))}
        />
      </PageContent>
    </>
  );
}
