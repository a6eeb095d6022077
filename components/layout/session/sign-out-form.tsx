"use client";

import { unstable_rethrow } from "next/navigation";
import { type ReactNode, useState } from "react";
import { t } from "#lib/language/t.ts";
import { forgetTyped } from "#lib/session/typed.ts";
import { signOut } from "#server/actions/session.ts";

/** Signs out with the button inside. Nothing that was typed in this tab outlives it. Says so when no answer came. */
export function SignOutForm({ children }: { children: ReactNode }) {
  const [isUnanswered, setUnanswered] = useState(false);
  const leave = async () => {
    setUnanswered(false);
    try {
      await signOut();
    } catch (error) {
      // The redirect to the sign-in is thrown too.
      unstable_rethrow(error);
      setUnanswered(true);
    }
  };
  return (
    <form action={leave} onSubmit={forgetTyped}>
      {children}
      <p role="alert" className="text-13 text-declined">
        {isUnanswered &&
          t("No response from the server. You may still be signed in. Check the connection, then try again.")}
      </p>
    </form>
  );
}
