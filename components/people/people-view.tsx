"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { LinkButton } from "#components/layout/navigation/link-button.tsx";
import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { ZoneNote } from "#components/layout/zone-note.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { dialogOnDemand, onDemand, usePreload } from "#components/ui/on-demand.tsx";
import { FootNote } from "#components/ui/panel/foot-note.tsx";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { StaleNote } from "#components/ui/status/stale-note.tsx";
import { UnreadState } from "#components/ui/status/unread-state.tsx";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { keysOf } from "#lib/keys-of.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import type { Person } from "#lib/people/person.ts";
import { peopleQuery } from "#lib/queries/people.ts";
import { type Change, disabling } from "./changes.ts";
import { anybody, matches, type PeopleFilter, PeopleFilterBar } from "./people-filter-bar.tsx";
import { PeopleTable } from "./people-table.tsx";

const PersonPanel = onDemand(
  () => import("./person-panel.tsx").then((module) => module.PersonPanel),
  <Spinner>{t("Loading the person")}</Spinner>,
);
const ChangeDialog = dialogOnDemand(() =>
  import("./change-dialog.tsx").then((module) => module.ChangeDialog),
);
const InviteDialog = dialogOnDemand(() =>
  import("./invite-dialog.tsx").then((module) => module.InviteDialog),
);

/** Everybody who may sign in, one of them in detail, and the dialogs that change them. */
export function PeopleView({ ownId }: { ownId: string }) {
  const { data } = useQuery(peopleQuery());
  const [filter, setFilter] = useState<PeopleFilter>(anybody);
  const [change, setChange] = useState<Change>();
  const [inviting, setInviting] = useState<"new" | Person>();
  usePreload(PersonPanel, ChangeDialog, InviteDialog);
  useHotkeys([{ keys: "i", does: t("Invite a person"), act: () => setInviting("new") }]);
  const { people = [], roles = [], now = 0 } = data ?? {};
  const chosenId = useSearchParams().get("person");
  const chosen = people.find(({ id }) => id === chosenId);
  return (
    <>
      <ConsoleHeader title={t("People")}>
        <Button variant="primary" icon="plus" aria-keyshortcuts="i" onClick={() => setInviting("new")}>
          <span className="max-sm:sr-only">{t("Invite")}</span>
        </Button>
      </ConsoleHeader>
      <PageContent>
        <div className="flex flex-wrap items-end justify-between gap-3">
          <PeopleFilterBar filter={filter} roles={roles} onChange={setFilter} />
          <LinkButton href={paths.roles()} className="max-sm:w-full">
            {t("Roles and limits")}
          </LinkButton>
        </div>
        <PeoplePanel
          filter={filter}
          chosenId={chosen?.id}
          onClear={() => setFilter(anybody)}
          onDisable={(person) => setChange(disabling(person))}
        />
        {chosen && (
          <PersonPanel
            key={chosen.id}
            person={chosen}
            isOwn={chosen.id === ownId}
            roles={roles}
            now={now}
            onChange={setChange}
            onRenew={() => setInviting(chosen)}
            onClose={() => close(chosen.id)}
          />
        )}
        <FootNote>
          <span>{t("Every change is in the audit log and asks for your password.")}</span>
          <ZoneNote />
        </FootNote>
      </PageContent>
      {change && <ChangeDialog change={change} onClose={() => setChange(undefined)} />}
      {inviting && (
        <InviteDialog
          roles={roles}
          {...(inviting !== "new" && { renewed: inviting })}
          onClose={() => setInviting(undefined)}
        />
      )}
    </>
  );
}

/** The people who match the filter, or why there are none. */
function PeoplePanel({
  filter,
  chosenId,
  onClear,
  onDisable,
}: {
  filter: PeopleFilter;
  chosenId: string | undefined;
  onClear: () => void;
  onDisable: (person: Person) => void;
}) {
  const { data, error, refetch, isFetching } = useQuery(peopleQuery());
  const shown = data?.people.filter((person) => matches(person, filter)) ?? [];
  return (
    <Panel roomy aria-label={t("People")}>
      <PanelHead title={t("People")} {...(data && { sub: formatCount(shown.length) })}>
        {data && <span className="max-sm:hidden">{countStates(data.people)}</span>}
      </PanelHead>
      {error && data && <StaleNote message={error.message} />}
      {!data && !error && (
        <div className="px-4 py-10 text-center">
          <Spinner>{t("Reading the people")}</Spinner>
        </div>
      )}
      {!data && error && (
        <UnreadState
          title={t("The people could not be read")}
          message={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && shown.length === 0 && (
        <EmptyState
          icon="search"
          title={t("No matching people")}
          action={<Button onClick={onClear}>{t("Show everyone")}</Button>}
        >
          {t("Search by a part of the name or email, or choose another role or status.")}
        </EmptyState>
      )}
      {data && shown.length > 0 && (
        <PeopleTable
          people={shown}
          roles={data.roles}
          now={data.now}
          chosenId={chosenId}
          onDisable={onDisable}
        />
      )}
    </Panel>
  );
}

/** Back to the row that opened it. */
function close(id: string) {
  window.history.pushState(null, "", paths.people());
  document.getElementById(`person-${id}`)?.focus();
}

const countState: Record<Person["state"], (count: number) => string> = {
  active: (count) => countOf(count, "active", "active ~people"),
  inactive: (count) => countOf(count, "inactive", "inactive ~people"),
  locked: (count) => countOf(count, "locked", "locked ~people"),
  invited: (count) => countOf(count, "invited", "invited ~people"),
  expired: (count) => countOf(count, "invitation expired", "invitation expired ~people"),
  disabled: (count) => countOf(count, "disabled", "disabled ~people"),
};

/** "5 active, 1 locked". */
function countStates(people: readonly Person[]): string {
  return keysOf(countState)
    .flatMap((state) => {
      const count = people.filter((person) => person.state === state).length;
      return count > 0 ? [countState[state](count)] : [];
    })
    .join(", ");
}
