import { useMerchant } from "#components/layout/merchant.tsx";
import { HydratedButton } from "#components/ui/button/hydrated-button.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import { type Customer, customerLabel } from "#lib/cards/customer.ts";
import { formatCount } from "#lib/format/counts.ts";
import { formatInstant } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";

/** Customers with how much of them is known; choosing one shows cards and payments beside. */
export function CustomerTable({
  customers,
  chosen,
  onChoose,
  now,
}: {
  customers: readonly Customer[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
  now: number;
}) {
  const { timeZone } = useMerchant();
  return (
    <Table label={t("Customers")} cards={2}>
      <TableHead>
        <Th>{t("Customer")}</Th>
        <Th drop="m">{t("Key")}</Th>
        <Th numeric>{t("Payments")}</Th>
        <Th>{t("Last payment")}</Th>
      </TableHead>
      <TableBody>
        {customers.map((customer) => (
          <Tr key={customer.id} selected={customer.id === chosen}>
            <Td place="full">
              <span className="grid gap-0.5 wrap-anywhere">
                <HydratedButton
                  type="button"
                  aria-pressed={customer.id === chosen}
                  onClick={() => onChoose(customer.id)}
                  className="justify-self-start text-left font-semibold underline decoration-dotted underline-offset-2 max-sm:min-h-6"
                >
                  {customerLabel(customer)}
                </HydratedButton>
                {customer.email && customer.name && (
                  <span className="text-13 text-muted">{customer.email}</span>
                )}
              </span>
            </Td>
            <Td label={t("Key")} drop="tablet">
              {customer.key ? (
                <span className="font-mono text-12 wrap-anywhere">{customer.key}</span>
              ) : (
                <span className="text-faint">{t("Not saved")}</span>
              )}
            </Td>
            <Td label={t("Payments")} numeric>
              {formatCount(customer.payments)}
            </Td>
            <Td label={t("Last payment")}>{formatInstant(timeZone, customer.seenAt, now)}</Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}
