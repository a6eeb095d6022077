import type { Metadata } from "next";
import { ChargeView } from "#components/charge/charge-view.tsx";
import { requireUser } from "#server/auth/require-user.ts";
import { chargeSettings } from "./charge-settings.ts";

export const metadata: Metadata = { title: "Charge" };

/** Takes payments. Loads no data, so that a clerk can type at once. */
export default async function ChargePage() {
  await requireUser("charge");
  return <ChargeView settings={chargeSettings()} />;
}
