"use client";

import type { ReactNode } from "react";
import { forgetTyped } from "#lib/session/typed.ts";
import { signOut } from "#server/actions/session.ts";

/** Signs out with the button inside. Nothing that was typed in this tab outlives it. */
export function SignOutForm({ children }: { children: ReactNode }) {
  return (
    <form action={signOut} onSubmit={forgetTyped}>
      {children}
    </form>
  );
}
