import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";

/** A password of one's own account: the current one, or the one that is to be. */
export function PasswordInput({
  label,
  name,
  isNew = false,
  help,
  error,
}: {
  label: string;
  name: string;
  isNew?: boolean;
  help?: string;
  error: string | undefined;
}) {
  return (
    <Field label={label} help={help} error={error} announced>
      {(control) => (
        <Input
          {...control}
          name={name}
          type="password"
          autoComplete={isNew ? "new-password" : "current-password"}
          required
          maxLength={1024}
        />
      )}
    </Field>
  );
}
