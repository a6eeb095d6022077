import type { Metadata } from "next";
import { ChargeView } from "#components/charge/charge-view.tsx";
import { isToken, normalizeToken } from "#lib/gateway/card-number.ts";
import { translated } from "#lib/language/t.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { chargeSettings } from "./charge-settings.ts";

export const metadata: Metadata = translated("*", { title: "Charge" });

/** Takes payments. Loads no data, so that a clerk can type at once. `token` is a saved card to begin with, `customer` the key of a customer. */
export default async function ChargePage({ searchParams }: PageProps<"/charge">) {
  await requireUser("charge");
  const { token, customer } = await searchParams;
  const savedCard = typeof token === "string" && isToken(token) ? normalizeToken(token) : undefined;
  // A key of the gateway: letters and digits.
  const customerKey = typeof customer === "string" && /^[\w-]{1,64}$/.test(customer) ? customer : undefined;
  const begin = { ...(savedCard && { savedCard }), ...(customerKey && { customerKey }) };
  return <ChargeView settings={await chargeSettings()} begin={begin} />;
}
