import { RowLink } from "#components/layout/navigation/row-link.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { limitsText } from "#lib/payments/money-limits.ts";
import { rightLabels } from "#lib/people/permission-labels.ts";
import type { RoleEntry } from "#lib/people/role-entry.ts";
import { heldRights } from "#lib/people/role-form.ts";
import { roleNote, roleTitle } from "#lib/people/role-labels.ts";
import { moneyRights, roleId } from "#lib/permissions.ts";

/** One row for each role; it opens what the role may do. */
export function RolesTable({
  roles,
  chosenId,
}: {
  roles: readonly RoleEntry[];
  chosenId: string | undefined;
}) {
  return (
    <Table label={t("Roles")} cards={3}>
      <TableHead>
        <Th>{t("Role")}</Th>
        <Th>{t("Limits")}</Th>
        <Th drop="tablet">{t("Second step")}</Th>
        <Th numeric>{t("Rights")}</Th>
        <Th numeric>{t("People")}</Th>
      </TableHead>
      <TableBody>
        {roles.map((entry) => {
          const id = roleId(entry.role);
          return (
            <Tr key={id} selected={id === chosenId}>
              <Td place="full" className="w-[45%] max-w-0 max-sm:w-auto max-sm:max-w-none">
                <span className="grid min-w-0">
                  <RowLink id={`role-${roleId(entry.role)}`} href={paths.role(roleId(entry.role))}>
                    {roleTitle(entry.role)}
                  </RowLink>
                  <span className="text-13 wrap-anywhere text-muted">
                    {typeof entry.role === "string" ? roleNote(entry.role) : t("Custom role")}
                  </span>
                </span>
              </Td>
              <Td
                label={t("Limits")}
                place="full"
                drop={Object.keys(entry.limits).length === 0 ? "s" : undefined}
                className="text-13"
              >
                <Limits entry={entry} />
              </Td>
              <Td label={t("Second step")} drop="tablet">
                {entry.needsSecondStep ? t("Required") : t("Optional")}
              </Td>
              <Td label={t("Rights")} numeric>
                {formatCount(heldRights(entry).length)}
              </Td>
              <Td label={t("People")} numeric>
                {formatCount(entry.people)}
              </Td>
            </Tr>
          );
        })}
      </TableBody>
    </Table>
  );
}

/** The first two limits, and how many there are more. */
function Limits({ entry: { limits } }: { entry: RoleEntry }) {
  const all = moneyRights.flatMap((right) => {
    const text = limitsText(limits[right]);
    return text ? [`${rightLabels[right]}: ${text}`] : [];
  });
  if (all.length === 0) return <span className="text-faint">{t("None")}</span>;
  return (
    <span className="grid">
      {all.slice(0, 2).map((text) => (
        <span key={text}>{text}</span>
      ))}
      {all.length > 2 && (
        <span className="text-faint">
          {t("and {limits}", { limits: countOf(all.length - 2, "more limit") })}
        </span>
      )}
    </span>
  );
}
