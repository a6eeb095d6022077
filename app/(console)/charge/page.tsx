import type { Metadata } from "next";
import { ChargeView } from "#components/charge/charge-view.tsx";
import { isToken, normalizeToken } from "#lib/gateway/card-number.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { chargeSettings } from "./charge-settings.ts";

export const metadata: Metadata = { title: "Charge" };

/** Takes payments. Loads no data, so that a clerk can type at once. `token` is a saved card to begin with. */
export default async function ChargePage({ searchParams }: PageProps<"/charge">) {
  await requireUser("charge");
  const { token } = await searchParams;
  const savedCard = typeof token === "string" && isToken(token) ? normalizeToken(token) : undefined;
  return <ChargeView settings={chargeSettings()} {...(savedCard && { savedCard })} />;
}
