"use client";

import type { Control, FieldValues } from "react-hook-form";
import { TextField } from "#components/form/text-field.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { t } from "#lib/language/t.ts";

/** What a manager types to sign at somebody else's workstation. */
export type ApproverValues = { email: string; password: string; code: string };
export const noApprover: ApproverValues = { email: "", password: "", code: "" };

/** Why a manager has to approve something and, unless the person is one, the signature that does it. */
export function ApproverFields<Values extends FieldValues & ApproverValues>({
  control: typed,
  needsSignature,
  isNarrow = false,
  children,
}: {
  control: Control<Values>;
  needsSignature: boolean;
  isNarrow?: boolean;
  children: React.ReactNode;
}) {
  // The fields of a signature are the same in every form.
  const control = typed as unknown as Control<ApproverValues>;
  return (
    <div className="grid gap-4">
      <Note tone="warning" icon="lock">
        {children}
      </Note>
      {needsSignature && (
        <div className={isNarrow ? "grid gap-4" : "grid items-start gap-4 sm:grid-cols-2"}>
          <TextField
            control={control}
            name="email"
            announced
            label={t("Manager's email")}
            type="email"
            inputMode="email"
            spellCheck={false}
          />
          <TextField
            control={control}
            name="password"
            announced
            label={t("Manager's password")}
            type="password"
            autoComplete="one-time-code"
          />
          <TextField
            control={control}
            name="code"
            announced
            label={t("Manager's code")}
            optional
            help={t("Of their app, if their sign-in asks for one")}
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
          />
        </div>
      )}
    </div>
  );
}

/** What is missing of a signature, with its field; undefined when nothing is. */
export function missingOfSignature({
  email,
  password,
}: Pick<ApproverValues, "email" | "password">): { field: keyof ApproverValues; message: string } | undefined {
  if (email.trim() === "") return { field: "email", message: t("Enter the manager's email.") };
  if (password === "") return { field: "password", message: t("Enter the password.") };
  return undefined;
}
