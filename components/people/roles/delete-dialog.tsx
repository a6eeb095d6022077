import { useState } from "react";
import { Field } from "#components/ui/form/field.tsx";
import { Select } from "#components/ui/form/select.tsx";
import { t } from "#lib/language/t.ts";
import type { RoleEntry } from "#lib/people/role-entry.ts";
import { roleTitle } from "#lib/people/role-labels.ts";
import { roleId } from "#lib/permissions.ts";
import { ChangeDialog } from "../change-dialog.tsx";
import { useGrantableRoles } from "../use-grantable-roles.ts";
import { deleting } from "./role-changes.ts";

/** Deletes a role, after its people have got another one. */
export function DeleteDialog({
  entry,
  roles,
  onDeleted,
  onClose,
}: {
  entry: RoleEntry;
  roles: readonly RoleEntry[];
  onDeleted: () => void;
  onClose: () => void;
}) {
  const others = useGrantableRoles(roles).filter(({ role }) => roleId(role) !== roleId(entry.role));
  const isUsed = entry.people > 0;
  const [moveTo, setMoveTo] = useState(() => (others[0] ? roleId(others[0].role) : ""));
  const change = deleting(entry, { roles, moveTo: isUsed ? moveTo : undefined, onDeleted });
  return (
    <ChangeDialog change={change} onClose={onClose}>
      {isUsed && (
        <Field label={t("Role they get instead")}>
          {(control) => (
            <Select
              {...control}
              data-autofocus=""
              value={moveTo}
              onChange={(event) => setMoveTo(event.target.value)}
            >
              {others.map(({ role }) => (
                <option key={roleId(role)} value={roleId(role)}>
                  {roleTitle(role)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </ChangeDialog>
  );
}
