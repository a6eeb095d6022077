import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { Amount } from "#components/ui/amount.tsx";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import { formatInstant } from "#lib/format/dates.ts";
import { t, translated } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import type { RelatedPayment, Relation } from "#lib/payments/related-payment.ts";

const labels: Record<Relation, string> = translated("*", {
  refund: "Refund of it",
  repeat: "Repeated as",
  recapture: "Captured as",
  refundOf: "Refund of",
  repeatOf: "Repeat of",
  recaptureOf: "Capture of",
  sameOrder: "Same order",
});

/** The transactions that belong to this one, in both directions; nothing where there are none. `now` is epoch ms. */
export function RelatedPanel({
  related,
  currency,
  now,
}: {
  related: readonly RelatedPayment[];
  currency: string | undefined;
  now: number;
}) {
  const { timeZone } = useMerchant();
  if (related.length === 0) return null;
  return (
    <Panel roomy aria-label={t("Related")}>
      <PanelHead title={t("Related")} sub={related.length} />
      <Table label={t("Related")} cards={2}>
        <TableHead>
          <Th>{t("What")}</Th>
          <Th>{t("Transaction")}</Th>
          <Th>{t("When")}</Th>
          <Th numeric>{t("Amount")}</Th>
        </TableHead>
        <TableBody>
          {related.map(({ relation, key, cents, at, userName, isVoided }) => (
            <Tr key={key}>
              <Td place="lead">
                <b>{labels[relation]}</b>
                {isVoided && <span className="text-faint"> {t("(voided)")}</span>}
              </Td>
              <Td label={t("Transaction")}>
                <Link href={paths.transaction(key)} className="font-mono text-13">
                  {key}
                </Link>
              </Td>
              <Td label={t("When")}>
                {at === undefined ? (
                  <span className="text-faint">{relation.endsWith("Of") ? "" : t("Made elsewhere")}</span>
                ) : (
                  <>
                    {formatInstant(timeZone, at, now)}
                    {userName && <span className="text-faint"> {t("by {userName}", { userName })}</span>}
                  </>
                )}
              </Td>
              <Td numeric place="amount">
                {cents !== undefined && (
                  <Amount cents={relation === "refund" ? -cents : cents} code={currency} />
                )}
              </Td>
            </Tr>
          ))}
        </TableBody>
      </Table>
    </Panel>
  );
}
