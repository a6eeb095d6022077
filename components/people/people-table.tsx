import { RowLink } from "#components/layout/navigation/row-link.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import { formatCount } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { type Person, secondStepNames } from "#lib/people/person.ts";
import { entryOf, type RoleEntry } from "#lib/people/role-entry.ts";
import { roleTitle } from "#lib/people/role-labels.ts";
import { Avatar } from "./avatar.tsx";
import { LastSeen, PersonStatus } from "./person-status.tsx";

/** One row for each person; it opens their details. Somebody who was away for long can be disabled here. */
export function PeopleTable({
  people,
  roles,
  now,
  chosenId,
  onDisable,
}: {
  people: readonly Person[];
  roles: readonly RoleEntry[];
  now: number;
  chosenId: string | undefined;
  onDisable: (person: Person) => void;
}) {
  const titleOf = (id: string) => roleTitle(entryOf(roles, id).role);
  return (
    <Table label={t("People")} cards={3}>
      <TableHead>
        <Th>{t("Name")}</Th>
        <Th>{t("Role")}</Th>
        <Th drop="m">{t("Second step")}</Th>
        <Th>{t("Last seen")}</Th>
        <Th drop="m" numeric>
          {t("Sessions")}
        </Th>
        <Th>{t("Status")}</Th>
      </TableHead>
      <TableBody>
        {people.map((person) => (
          <Tr key={person.id} selected={person.id === chosenId}>
            <Td place="full" className="w-[45%] max-w-0 max-sm:w-auto max-sm:max-w-none">
              <span className="flex min-w-0 items-center gap-3">
                <Avatar name={person.name} />
                <span className="grid min-w-0">
                  <RowLink id={`person-${person.id}`} href={paths.person(person.id)}>
                    {person.name}
                  </RowLink>
                  <span className="truncate text-13 text-muted" title={person.email}>
                    {person.email}
                  </span>
                </span>
              </span>
            </Td>
            <Td label={t("Role")} className="wrap-anywhere">
              {titleOf(person.role)}
            </Td>
            <Td label={t("Second step")} drop="m" className="wrap-anywhere">
              <SecondStepText person={person} />
            </Td>
            <Td label={t("Last seen")} className="whitespace-nowrap">
              <LastSeen person={person} now={now} />
            </Td>
            <Td label={t("Sessions")} drop="m" numeric>
              {formatCount(person.sessions)}
            </Td>
            <Td place="full">
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <PersonStatus person={person} now={now} />
                {person.state === "inactive" && (
                  <Button
                    size="s"
                    onClick={() => onDisable(person)}
                    aria-label={t("Disable {name}", { name: person.name })}
                  >
                    {t("Disable")}
                  </Button>
                )}
              </span>
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}

/** "Passkey", "Authenticator app", both, or off. Somebody who only is invited sets it up when they join. */
export function SecondStepText({ person: { state, secondSteps } }: { person: Person }) {
  if (state === "invited" || state === "expired")
    return <span className="text-faint">{t("Not set up")}</span>;
  if (secondSteps.length === 0) return <span className="text-muted">{t("Off")}</span>;
  return secondSteps.map((step) => secondStepNames[step]).join(", ");
}
