import { Amount } from "#components/ui/amount.tsx";
import { SumLine, SumList } from "#components/ui/list/sum-list.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import { formatMoney } from "#lib/format/money.ts";
import { originalCents } from "#lib/forms/follow-up.ts";
import { lineTotalCents } from "#lib/gateway/line-total.ts";
import type { LineItem, TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { t, translated } from "#lib/language/t.ts";
import { toCents } from "#lib/money.ts";
import { itemSums } from "#lib/payments/item-sums.ts";

const parts = translated("*", {
  subtotal: "Subtotal",
  tax: "Tax",
  shipping: "Shipping",
  duty: "Duty",
  discount: "Discount",
  tip: "Tip",
} as const);

/** What was bought and how the amount adds up; nothing when neither is known. */
export function LineItemsPanel({ transaction }: { transaction: TransactionDetail }) {
  const items = transaction.lineitems ?? [];
  const sums = sumsOf(transaction);
  const total = originalCents(transaction);
  if (items.length === 0 && sums.length === 0) return null;
  const ofItems = total === undefined ? undefined : itemSums(transaction, total);
  const plain = (cents: number) => formatMoney(cents, { currency: false, code: transaction.currency });
  return (
    <Panel roomy aria-label={items.length > 0 ? t("Line items") : t("Breakdown")}>
      {items.length > 0 ? (
        <>
          <PanelHead title={t("Line items")} sub={items.length} />
          <Items items={items} currency={transaction.currency} />
        </>
      ) : (
        <PanelHead title={t("Breakdown")} />
      )}
      <PanelSection>
        <SumList className="ml-auto max-w-[280px]">
          {ofItems && <SumLine label={t("Items")}>{plain(ofItems.itemsCents)}</SumLine>}
          {ofItems && ofItems.taxCents !== 0 && (
            <SumLine label={t("Tax of the items")}>{plain(ofItems.taxCents)}</SumLine>
          )}
          {sums.map(({ name, cents }) => (
            <SumLine key={name} label={parts[name]}>
              {plain(name === "discount" ? -cents : cents)}
            </SumLine>
          ))}
          {ofItems && ofItems.differenceCents !== 0 && (
            <SumLine label={t("Not in the items")}>{plain(ofItems.differenceCents)}</SumLine>
          )}
          {total !== undefined && (
            <SumLine label={t("Total")} total>
              <Amount cents={total} code={transaction.currency} className="text-16" />
            </SumLine>
          )}
        </SumList>
      </PanelSection>
    </Panel>
  );
}

function Items({ items, currency }: { items: readonly LineItem[]; currency: string | undefined }) {
  return (
    <Table label={t("Line items")} cards={3}>
      <TableHead>
        <Th>{t("Product")}</Th>
        <Th numeric>{t("Quantity")}</Th>
        <Th numeric>{t("Unit price")}</Th>
        <Th numeric>{t("Tax")}</Th>
        <Th numeric>{t("Total")}</Th>
      </TableHead>
      <TableBody>
        {items.map((item, index) => (
          // A line item has no key of its own, and the list never changes its order.
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no key of their own and never move
          <Tr key={index}>
            <Td place="lead">
              <b className="wrap-anywhere">{item.name ?? item.description ?? item.sku ?? t("Unnamed")}</b>
              {item.sku && item.name && <span className="text-12 text-faint"> {item.sku}</span>}
              {item.description && item.name && (
                <span className="block text-12 text-muted">{item.description}</span>
              )}
              {more(item) && <span className="block text-12 text-faint wrap-anywhere">{more(item)}</span>}
            </Td>
            <Td numeric label={t("Quantity")}>
              {plainQuantity(item.qty)}
              {item.um && <span className="text-faint"> {item.um}</span>}
            </Td>
            <Td numeric label={t("Unit price")}>
              {item.cost ?? ""}
            </Td>
            <Td numeric label={t("Tax")}>
              {item.tax_amount ?? ""}
            </Td>
            <Td numeric place="amount">
              <b>{totalText(item, currency)}</b>
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}

/** What has no column of its own: tax, codes and places. */
function more(item: LineItem): string {
  const taxable = { Y: t("Taxable"), N: t("Not taxable") }[item.taxable ?? ""];
  const named = [
    [t("Tax rate"), item.tax_rate],
    [t("List price"), item.list_price],
    [t("Commodity code"), item.commodity_code],
    [t("Product key"), item.product_key],
    [t("Location"), item.locationid],
    [t("Location key"), item.location_key],
  ] as const;
  return [taxable, ...named.map(([label, value]) => value && `${label} ${value}`)].filter(Boolean).join(", ");
}

/** "2.0000" → "2", "1.5000" → "1.5". */
const plainQuantity = (qty = "1") => qty.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");

function totalText(item: LineItem, code: string | undefined): string {
  const cents = lineTotalCents(item);
  return cents === undefined ? "" : formatMoney(cents, { currency: false, code });
}

function sumsOf({ amount_detail }: TransactionDetail) {
  return Object.keys(parts)
    .filter((name): name is keyof typeof parts => Object.hasOwn(parts, name))
    .map((name) => ({ name, cents: toCents(amount_detail?.[name] ?? "") ?? 0 }))
    .filter(({ cents }) => cents !== 0);
}
