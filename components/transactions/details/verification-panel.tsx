import { Fact, Facts } from "#components/ui/list/facts.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import type { SentForVerification } from "#lib/attempt.ts";
import { listOf } from "#lib/format/list.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { t } from "#lib/language/t.ts";
import { toVerificationFindings } from "./verification-findings.ts";

/** The issuer's results for address and security code, and what to make of them. Nothing where it was not asked. */
export function VerificationPanel({
  transaction,
  sent,
}: {
  transaction: TransactionDetail;
  sent: SentForVerification | undefined;
}) {
  const found = toVerificationFindings(transaction, sent);
  if (!found) return null;
  const { findings, advice, codes } = found;
  return (
    <Panel roomy aria-label={t("Verification")}>
      <PanelHead title={t("Verification")} />
      <PanelSection>
        <Facts>
          {findings.map(({ label, tone, icon, word }) => (
            <Fact key={label} label={label}>
              <StatusLabel tone={tone} icon={icon} wraps>
                {word}
              </StatusLabel>
            </Fact>
          ))}
        </Facts>
        <p className="mt-3 text-13 text-muted">
          {advice}{" "}
          <span className="text-faint">
            {codes.length === 1 ? t("Code") : t("Codes")} {listOf(codes)}.
          </span>
        </p>
      </PanelSection>
    </Panel>
  );
}
