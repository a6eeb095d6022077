import { useQuery } from "@tanstack/react-query";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Select } from "#components/ui/form/select.tsx";
import { PanelSection, SectionTitle } from "#components/ui/panel/panel.tsx";
import { t } from "#lib/language/t.ts";
import { inAnotherAccount, mayGrant } from "#lib/people/grants.ts";
import type { Person } from "#lib/people/person.ts";
import type { RoleEntry } from "#lib/people/role-entry.ts";
import { roleTitle } from "#lib/people/role-labels.ts";
import { roleId } from "#lib/permissions.ts";
import { personQuery } from "#lib/queries/people.ts";
import { accountRoleChange, type Change } from "./changes.ts";

/** What a person may do in each further gateway account; nothing where there is only the main one. */
export function AccountRoles({
  person,
  roles,
  mayAct,
  onChange,
}: {
  person: Person;
  roles: readonly RoleEntry[];
  mayAct: boolean;
  onChange: (change: Change) => void;
}) {
  const accounts = useQuery(personQuery(person.id)).data?.accounts ?? [];
  const own = useMerchant();
  if (accounts.length === 0) return null;
  return (
    <PanelSection>
      <SectionTitle level={3}>{t("Role in other accounts")}</SectionTitle>
      <div className="grid gap-3 sm:grid-cols-2">
        {accounts.map((account) => (
          <Field key={account.id} label={account.name}>
            {(control) => (
              <Select
                {...control}
                value={account.role}
                disabled={!mayAct}
                onChange={(event) => onChange(accountRoleChange(person, account, event.target.value))}
              >
                <option value="">{t("No access")}</option>
                {roles.map((one) => (
                  <option
                    key={roleId(one.role)}
                    value={roleId(one.role)}
                    disabled={!mayGrant(own, inAnotherAccount(one))}
                  >
                    {roleTitle(one.role)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ))}
      </div>
    </PanelSection>
  );
}
