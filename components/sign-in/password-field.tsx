"use client";

import { type Ref, useState } from "react";
import { HydratedButton } from "#components/ui/button/hydrated-button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { Icon } from "#components/ui/icon/icon.tsx";
import { t } from "#lib/language/t.ts";

/** A password that can be shown while it is typed. `problemId` is the id of its error message. */
export function PasswordField({
  ref,
  problemId,
}: {
  ref: Ref<HTMLInputElement>;
  problemId: string | undefined;
}) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={t("Password")}>
      {(control) => (
        <div className="relative">
          <Input
            {...control}
            ref={ref}
            name="password"
            type={shown ? "text" : "password"}
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            required
            maxLength={1024}
            aria-invalid={problemId ? true : undefined}
            aria-describedby={problemId}
            className="pr-11"
          />
          <HydratedButton
            type="button"
            aria-label={t("Show what is typed")}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className="absolute top-1 right-1 grid size-[calc(var(--control)-8px)] place-items-center rounded-sm text-muted hover:bg-hover"
          >
            <Icon name="eye" />
          </HydratedButton>
        </div>
      )}
    </Field>
  );
}
