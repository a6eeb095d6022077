import { Input } from "#components/ui/form/input.tsx";
import { Problem } from "./control.tsx";

/** One of the labeled names that a setting has several of. */
export function NameField({
  id,
  label,
  placeholder,
  text,
  problem,
  onChange,
}: {
  id: string;
  label: string;
  placeholder: string;
  text: string;
  problem: string | undefined;
  onChange: (text: string) => void;
}) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-13 text-muted">
        {label}
      </label>
      <Input
        id={id}
        autoComplete="off"
        placeholder={placeholder}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-note` : undefined}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      <Problem id={`${id}-note`} problem={problem} />
    </div>
  );
}
