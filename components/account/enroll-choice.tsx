"use client";

import { type ComponentProps, useState } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { onDemand } from "#components/ui/on-demand.tsx";
import { t } from "#lib/language/t.ts";
import type { NewPasskey } from "#lib/session/passkey.ts";
import { EnrollForm } from "./enroll-form.tsx";

const AddPasskeyForm = onDemand(() =>
  import("./add-passkey-form.tsx").then((module) => module.AddPasskeyForm),
);

/** Sets up a second step: an authenticator app or, where the console's address allows it, a passkey. */
export function EnrollChoice({
  newPasskey,
  children,
  ...app
}: ComponentProps<typeof EnrollForm> & { newPasskey: NewPasskey | undefined }) {
  const [isPasskey, setPasskey] = useState(false);
  // Once it is on, the page is rendered again as that of somebody who has one.
  const [goal] = useState(app.next);
  if (!newPasskey) return <EnrollForm {...app}>{children}</EnrollForm>;
  if (isPasskey)
    return (
      <>
        {/* Read by the request, see send-page-user.ts. */}
        <div hidden data-page-user={app.userId} />
        <p className="text-muted">
          {t("Use your fingerprint, face or device PIN instead of a password and a code.")}
        </p>
        <AddPasskeyForm
          account={app.account}
          newPasskey={newPasskey}
          onDone={() => window.location.replace(goal)}
        >
          <Button onClick={() => setPasskey(false)}>{t("Back")}</Button>
        </AddPasskeyForm>
        {children}
      </>
    );
  return (
    <EnrollForm {...app}>
      <TextButton onClick={() => setPasskey(true)}>{t("Use a passkey instead")}</TextButton>
      {children}
    </EnrollForm>
  );
}
