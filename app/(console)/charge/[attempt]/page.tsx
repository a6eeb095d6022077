import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ChargeView } from "#components/charge/charge-view.tsx";
import { translated } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { may } from "#lib/permissions.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { findCurrentAttempt } from "#server/payments/follow-up/find-current-attempt.ts";
import { UnknownAddress } from "../../unknown-address.tsx";
import { chargeSettings } from "../charge-settings.ts";

export const metadata: Metadata = translated("*", { title: "Result" });

/** The result of one attempt, as the console recorded it. Actions on a transaction are shown on the transaction's page. */
export default async function AttemptPage({ params }: { params: Promise<{ attempt: string }> }) {
  const { role } = await requireUser("viewTransactions");
  const attempt = await findCurrentAttempt((await params).attempt);
  // Reloaded before it was recorded: the charge view checks again, then shows an empty form.
  if (!attempt && may(role, "charge")) return <ChargeView settings={await chargeSettings()} />;
  if (!attempt) return <UnknownAddress />;
  if (attempt.originalKey) redirect(paths.transaction(attempt.originalKey));
  return <ChargeView settings={await chargeSettings()} attempt={attempt} />;
}
