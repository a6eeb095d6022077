import type { Metadata } from "next";
import { ChargeDesk } from "#components/charge/charge-desk.tsx";
import { requireUser } from "#server/auth/require-user.ts";
import { deskSettings } from "./desk-settings.ts";

export const metadata: Metadata = { title: "Charge" };

/** Takes payments. Reads nothing before it is shown: a clerk can type at once. */
export default async function ChargePage() {
  const { role } = await requireUser("charge");
  return <ChargeDesk settings={deskSettings(role)} />;
}
