import { useState } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { customNumbers } from "#lib/charge/custom-fields.ts";
import { accountsFor, journalAccounts } from "#lib/exports/journal/accounts.ts";
import { t, translated } from "#lib/language/t.ts";
import { type ControlProps, Problem } from "./control.tsx";

/** A name for each of some things: the custom fields in use, or the accounts of the journal. */
export function PairFields({ name, fields, problems, onChange }: ControlProps) {
  const isCustom = name === "CUSTOM_FIELD_NAMES";
  const [added, setAdded] = useState<readonly string[]>([]);
  const shown = isCustom
    ? customNumbers.filter((number) => fields[number] !== undefined || added.includes(number))
    : journalAccounts;
  const usual: Record<string, string> = isCustom ? {} : accountsFor("quickBooks", {});
  const next = customNumbers.find((number) => !shown.includes(number));
  return (
    <div className="grid gap-3">
      {shown.length > 0 && (
        <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
          {shown.map((field) => (
            <NameField
              key={field}
              id={`setting-${name}-${field}`}
              label={isCustom ? t("Custom field {field}", { field }) : (accountLabels[field] ?? field)}
              placeholder={usual[field] ?? t("Not in use")}
              text={fields[field] ?? ""}
              problem={problems[field]}
              onChange={(text) => onChange({ ...fields, [field]: text })}
            />
          ))}
        </div>
      )}
      {isCustom && shown.length === 0 && (
        <p className="text-13 text-muted">{t("No custom field is in use.")}</p>
      )}
      {isCustom && next && (
        <div>
          <Button size="s" icon="plus" onClick={() => setAdded([...added, next])}>
            {t("Name another field")}
          </Button>
        </div>
      )}
    </div>
  );
}

function NameField({
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

const accountLabels: Record<string, string> = translated("*", {
  sales: "Sales",
  refunds: "Refunds",
  shipping: "Shipping",
  tax: "Tax",
  tips: "Tips",
  card: "Cards until deposited",
  check: "Checks until deposited",
  cash: "Cash until deposited",
});
