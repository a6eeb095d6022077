import { appearanceOf, cvcLabels } from "#components/payment-result/outcomes/verification-labels.ts";
import type { IconName } from "#components/ui/icon/icon.tsx";
import type { Tone } from "#components/ui/status/tone.ts";
import type { SentForVerification } from "#lib/attempt.ts";
import { declineAdvice } from "#lib/gateway/codes/decline-advice.ts";
import { findAddressFinding, type Match } from "#lib/gateway/codes/verification.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { t } from "#lib/language/t.ts";

type Finding = { label: string; tone: Tone; icon: IconName; word: string };
export type VerificationFindings = {
  findings: Finding[];
  /** What to make of it, when something calls for care. */
  advice: string | undefined;
  /** The gateway's codes, to be passed on to a bank or to support. */
  codes: string[];
};

/** The issuer's results for address, postal code and security code, as text. Undefined when it was not asked. */
export function toVerificationFindings(
  { avs, cvc, result_code, error_code, creditcard }: TransactionDetail,
  /** Known for a card that was typed here: nothing is claimed for what was not sent. */
  sent?: SentForVerification,
): VerificationFindings | undefined {
  const given = sent ?? shownAsSent(creditcard);
  const refused = result_code === "D" && declineAdvice(error_code, "card").isCodeFailure === true;
  const avsCode = sent && !sent.street && !sent.postalCode ? undefined : avs?.result_code?.trim();
  const cvcCode = sent?.securityCode === false ? undefined : cvc?.result_code?.trim();
  if (!avsCode && !cvcCode && !(refused && sent?.securityCode !== false)) return undefined;
  const address = findAddressFinding(avsCode);
  const findings: Finding[] = [];
  if (address?.kind === "compared")
    findings.push(
      { label: t("Address"), ...comparison(address.street, t("Street matches"), given.street) },
      { label: t("Postal code"), ...comparison(address.postalCode, t("Matches"), given.postalCode) },
    );
  else if (sent && !avsCode) findings.push({ label: t("Address"), ...notChecked() });
  else if (avsCode)
    findings.push({ label: t("Address"), ...unknown(address?.text ?? avs?.result ?? avsCode) });
  const isAddressDoubted = findings.some(({ tone }) => tone === "warning");
  const code = cvcLabels(cvc, { sent, refused });
  if (code) findings.push({ label: t("Security code"), tone: code.tone, icon: code.icon, word: code.text });
  else if (sent) findings.push({ label: t("Security code"), ...notChecked() });
  return {
    findings,
    advice: code?.advice ?? (isAddressDoubted ? address?.advice : undefined),
    codes: [avsCode, cvcCode].flatMap((code) => code || []),
  };
}

/** The address that was sent elsewhere, as the gateway shows it: without one nothing matches, even if its code says so. */
const shownAsSent = (card: TransactionDetail["creditcard"]) => ({
  street: Boolean(card?.avs_street),
  postalCode: Boolean(card?.avs_postalcode ?? card?.avs_zip),
});

function comparison(matches: Match, yes: string, isSent: boolean): Omit<Finding, "label"> {
  if (!isSent) return notChecked();
  if (matches === undefined) return unknown(t("Could not be compared"));
  return { ...appearanceOf(matches), word: matches ? yes : t("Does not match") };
}

const unknown = (word: string): Omit<Finding, "label"> => ({ tone: "neutral", icon: "unknown", word });
const notChecked = () => unknown(t("Not checked"));
