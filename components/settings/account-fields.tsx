import { accountsFor, journalAccounts } from "#lib/exports/journal/accounts.ts";
import { translated } from "#lib/language/t.ts";
import type { ControlProps } from "./control.tsx";
import { NameField } from "./name-field.tsx";

/** A name for each account of the journal. */
export function AccountFields({ name, fields, problems, onChange }: ControlProps) {
  const usual: Record<string, string> = accountsFor("quickBooks", {});
  return (
    <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {journalAccounts.map((account) => (
        <NameField
          key={account}
          id={`setting-${name}-${account}`}
          label={accountLabels[account] ?? account}
          placeholder={usual[account] ?? ""}
          text={fields[account] ?? ""}
          problem={problems[account]}
          onChange={(text) => onChange({ ...fields, [account]: text })}
        />
      ))}
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
