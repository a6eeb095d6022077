import { type ConnectionTest, gatewayCheckText } from "#lib/gateway-check.ts";
import { recordAlone } from "#server/audit/record.ts";
import type { Actor } from "#server/auth/actor.ts";
import { db } from "#server/db/db.ts";
import { checkConnection } from "#server/gateway-client/check-connection.ts";

/** Tests the connection to the gateway for a person, and records that they did. */
export async function testConnectionFor({ id, name }: Actor): Promise<ConnectionTest> {
  const check = await checkConnection();
  const fields = { outcome: gatewayCheckText(check).title };
  await recordAlone(db(), { name: "gateway.tested", by: { id, name }, fields });
  return check;
}
