import { countOf } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { rightsBeyond } from "#lib/people/grants.ts";
import { entryOf, type RoleEntry } from "#lib/people/role-entry.ts";
import type { RoleForm } from "#lib/people/role-form.ts";
import { roleId } from "#lib/permissions.ts";
import { roleTitle } from "#lib/role-labels.ts";
import { createRole, deleteRole, saveRole } from "#server/actions/roles.ts";
import type { Change } from "../changes.ts";

export const creating = (form: RoleForm, onCreated: (id: string) => void): Change => ({
  title: t("Create the role “{name}”?", { name: form.name }),
  text: t("It has {rights}. Nobody has it yet: give it to people on their page.", {
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
  const who = countOf(entry.people, "person", "people");
  return {
    title: t("Save the role “{name}”?", { name: form.name }),
    text:
      isNameOnly || entry.people === 0
        ? t("Nobody is signed out.")
        : t(
            "It applies at once. {who} with this role {rest} signed out everywhere and sign{rest2} in again.",
            { who, rest: entry.people === 1 ? t("is") : t("are"), rest2: entry.people === 1 ? "s" : "" },
          ),
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
        ? t("Nobody has it. The audit log keeps its name.")
        : t("{getss} the role {roleTitle}, {rest} signed out everywhere and sign{rest2} in again.", {
            getss: countOf(people, "person gets", "people get"),
            roleTitle: roleTitle(entryOf(roles, moveTo).role),
            rest: people === 1 ? t("is") : t("are"),
            rest2: people === 1 ? "s" : "",
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
