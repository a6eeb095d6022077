import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { t } from "#lib/language/t.ts";

/** The admin's own password, which every change asks for. */
export function OwnPasswordField({
  value,
  error,
  autoFocus = false,
  onChange,
}: {
  value: string;
  error: string | undefined;
  autoFocus?: boolean;
  onChange: (password: string) => void;
}) {
  return (
    <Field label={t("Your password")} error={error} announced>
      {(control) => (
        <Input
          {...control}
          data-autofocus={autoFocus || undefined}
          type="password"
          autoComplete="current-password"
          maxLength={1024}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
