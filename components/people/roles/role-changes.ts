import { countOf } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { rightsBeyond } from "#lib/people/grants.ts";
import { entryOf, type RoleEntry } from "#lib/people/role-entry.ts";
import type { RoleForm } from "#lib/people/role-form.ts";
import { roleTitle } from "#lib/people/role-labels.ts";
import { roleId } from "#lib/permissions.ts";
import { createRole, deleteRole, saveRole } from "#server/actions/roles.ts";
import type { Change } from "../changes.ts";

export const creating = (form: RoleForm, onCreated: (id: string) => void): Change => ({
  title: t("Create the role “{name}”?", { name: form.name }),
  text: t("It has {rights}. No one has it yet: assign it on each person's page.", {
    rights: countOf(form.rights.length, "right"),
  }),
  button: t("Create role"),
  done: t("{name} is created", { name: form.name }),
  run: async (password) => {
    const made = await createRole({ ...form, rights: [...form.rights], password });
    if (made.ok) onCreated(made.value.id);
    return made;
  },
});

export function saving(entry: RoleEntry, form: RoleForm, version: number, onSaved: () => void): Change {
  const id = roleId(entry.role);
  const after = { role: { id, ...form }, limits: form.limits };
  const [gained, lost] = [rightsBeyond(entry, after).length, rightsBeyond(after, entry).length];
  const isNameOnly = gained + lost === 0 && form.needsSecondStep === entry.needsSecondStep;
  return {
    title: t("Save the role “{name}”?", { name: form.name }),
    text:
      isNameOnly || entry.people === 0
        ? t("No one is signed out.")
        : entry.people === 1
          ? t("It applies at once. The person with this role is signed out everywhere and signs in again.")
          : t("It applies at once. {people} with this role are signed out everywhere and sign in again.", {
              people: countOf(entry.people, "person", "people"),
            }),
    button: t("Save role"),
    done: t("{name} is saved", { name: form.name }),
    run: async (password) => {
      const saved = await saveRole({ ...form, id, version, rights: [...form.rights], password });
      if (saved.ok) onSaved();
      return saved;
    },
  };
}

export function deleting(
  { role, people, version }: RoleEntry,
  {
    roles,
    moveTo,
    onDeleted,
  }: { roles: readonly RoleEntry[]; moveTo: string | undefined; onDeleted: () => void },
): Change {
  const title = roleTitle(role);
  return {
    title: t("Delete the role “{title}”?", { title }),
    text:
      moveTo === undefined
        ? t("No one has it. The audit log keeps its name.")
        : people === 1
          ? t("The person who has it gets the role {role}, is signed out everywhere and signs in again.", {
              role: roleTitle(entryOf(roles, moveTo).role),
            })
          : t("{people} get the role {role}, are signed out everywhere and sign in again.", {
              people: countOf(people, "person", "people"),
              role: roleTitle(entryOf(roles, moveTo).role),
            }),
    button: t("Delete role"),
    done: t("{title} is deleted", { title }),
    run: async (password) => {
      const deleted = await deleteRole({ id: roleId(role), version, moveTo, password });
      if (deleted.ok) onDeleted();
      return deleted;
    },
  };
}
