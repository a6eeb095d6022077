"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { useAct } from "#components/layout/use-act.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { Select } from "#components/ui/form/select.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { t } from "#lib/language/t.ts";
import { may } from "#lib/permissions.ts";
import { savedViewsKey } from "#lib/queries/keys.ts";
import { viewRolesQuery } from "#lib/queries/search.ts";
import { print } from "#lib/search/print.ts";
import type { Query } from "#lib/search/query.ts";
import { longestViewName, type SavedView } from "#lib/search/saved-view.ts";
import { keepView, removeView } from "#server/actions/search.ts";

/** Keeps a search under a name, for oneself or for a role too, or deletes it. */
export function SaveViewDialog({
  query,
  saved,
  onClose,
}: {
  query: Query;
  /** The person's own view of the same search. */
  saved: SavedView | undefined;
  onClose: () => void;
}) {
  const { role: ownRole } = useMerchant();
  const [name, setName] = useState(saved?.name ?? "");
  const [role, setRole] = useState(saved?.role?.id ?? null);
  const mayShare = may(ownRole, "shareViews");
  const { data: offered } = useQuery({ ...viewRolesQuery(), enabled: mayShare });
  // One's own choice shows before the list is read.
  const choices = offered ?? (saved?.role ? [saved.role] : []);
  const { act, pending, problem, reasons } = useAct({
    changes: savedViewsKey,
    unanswered: t("No response from the server. The search may have been saved."),
    fields: ["name", "role"],
  });
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (await act(() => keepView({ name, query: print(query), role }))) onClose();
  };
  const remove = async () => {
    if (saved && (await act(() => removeView({ id: saved.id })))) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("Save this search")}
      description={print(query)}
      footer={
        <>
          {saved && (
            <Button variant="quiet" disabled={pending} onClick={() => void remove()}>
              {t("Delete")}
            </Button>
          )}
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button variant="primary" type="submit" form="save-view" loading={pending}>
            {t("Save search")}
          </Button>
        </>
      }
    >
      <form id="save-view" onSubmit={(event) => void save(event)} className="grid gap-4">
        <Field longest={longestViewName} text={name} label={t("Name")} error={reasons.name}>
          {(control) => (
            <Input
              {...control}
              value={name}
              required
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        {mayShare && (
          <Field label={t("Who sees it")} error={reasons.role}>
            {(control) => (
              <Select
                {...control}
                value={role ?? ""}
                onChange={(event) => setRole(event.target.value || null)}
              >
                <option value="">{t("Only me")}</option>
                {choices.map((choice) => (
                  <option key={choice.id} value={choice.id}>
                    {t("Me and {label}", { label: choice.label })}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        {problem && (
          <Note tone="warning" role="alert">
            {problem}
          </Note>
        )}
      </form>
    </Dialog>
  );
}
