import { Input } from "#components/ui/form/input.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import { completeGroupedAmount } from "#lib/format/amount-text.ts";
import { t } from "#lib/language/t.ts";
import { limitedRoles } from "#lib/payments/money-limits.ts";
import { rightLabels } from "#lib/people/permission-labels.ts";
import { roleTitle } from "#lib/people/role-labels.ts";
import { type BuiltInRole, type MoneyRight, may, moneyRights } from "#lib/permissions.ts";
import { limitField, type SettingFields } from "#lib/settings/fields.ts";
import type { ControlProps } from "./control.tsx";

/** What each role may move by each right: per transaction, and in a business day. */
export function LimitsTable({ fields, problems, onChange }: ControlProps) {
  const reasons = [...new Set(Object.values(problems))];
  return (
    <div className="grid gap-2">
      <Table label={t("Limits by role")} cards={2} dense flush>
        <TableHead>
          <Th>{t("Right")}</Th>
          {limitedRoles.flatMap((role) => [
            <Th key={`${role} each`} numeric>
              {labelOf(role, "each")}
            </Th>,
            <Th key={`${role} day`} numeric>
              {labelOf(role, "day")}
            </Th>,
          ])}
        </TableHead>
        <TableBody>
          {moneyRights.map((right) => (
            <Tr key={right}>
              <Td place="full" className="font-semibold whitespace-nowrap">
                {rightLabels[right]}
              </Td>
              {limitedRoles.flatMap((role) =>
                (["each", "day"] as const).map((of) => {
                  const field = limitField(role, right, of);
                  const label = labelOf(role, of);
                  return (
                    <Td key={field} label={label} numeric>
                      <Input
                        right
                        inputMode="decimal"
                        autoComplete="off"
                        className="sm:h-8! sm:min-w-22 sm:text-13"
                        aria-label={`${rightLabels[right]}, ${label}`}
                        aria-invalid={problems[field] ? true : undefined}
                        aria-describedby={problems[field] ? "limit-problems" : undefined}
                        placeholder={isGiven(role, right, fields) ? t("No limit") : t("Not allowed")}
                        value={fields[field] ?? ""}
                        onChange={(event) => onChange({ ...fields, [field]: event.target.value })}
                        onBlur={(event) => {
                          const complete = completeGroupedAmount(event.target.value);
                          if (complete !== event.target.value) onChange({ ...fields, [field]: complete });
                        }}
                      />
                    </Td>
                  );
                }),
              )}
            </Tr>
          ))}
        </TableBody>
      </Table>
      {reasons.length > 0 && (
        <p id="limit-problems" className="text-12 text-declined">
          {reasons.join(" ")}
        </p>
      )}
      <p className="text-12 text-faint">
        {t("A limit also gives a right that the role lacks: 0 makes each such payment ask for an approval.")}
      </p>
    </div>
  );
}

const labelOf = (role: (typeof limitedRoles)[number], of: "each" | "day") =>
  of === "each"
    ? t("{role}, each", { role: roleTitle(role) })
    : t("{role}, a day", { role: roleTitle(role) });

/** Whether the role has the right with what is typed: a limit of either kind gives it. */
const isGiven = (role: BuiltInRole, right: MoneyRight, fields: SettingFields) =>
  may(role, right) || (["each", "day"] as const).some((of) => fields[limitField(role, right, of)]?.trim());
