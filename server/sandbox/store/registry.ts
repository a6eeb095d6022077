import type { EndpointSettings, SourceSettings } from "../sources.ts";
import type { Db } from "./store.ts";

/** All API keys and registered endpoint keys. There are few of either. */
export async function readRegistry(db: Db) {
  const sources = await db.selectFrom("sources").selectAll().execute();
  const endpoints = await db.selectFrom("endpoints").selectAll().execute();
  return {
    sources: sources.map((row) => ({
      id: row.id,
      fingerprint: row.fingerprint,
      sealedPin: row.sealed_pin,
      settings: JSON.parse(row.settings) as Partial<SourceSettings>,
    })),
    endpoints: new Map(endpoints.map((row) => [row.endpoint, JSON.parse(row.settings) as EndpointSettings])),
  };
}

/** Makes an API key or changes one; settings that are not given stay. */
export async function upsertSource(
  db: Db,
  source: { fingerprint: string; sealedPin: string; settings: Partial<SourceSettings> },
): Promise<void> {
  const { fingerprint } = source;
  const known = await db
    .selectFrom("sources")
    .select("settings")
    .where("fingerprint", "=", fingerprint)
    .executeTakeFirst();
  const settings = JSON.stringify({ ...(known ? JSON.parse(known.settings) : {}), ...source.settings });
  const values = { sealed_pin: source.sealedPin, settings };
  await db
    .insertInto("sources")
    .values({ fingerprint, ...values })
    .onConflict((conflict) => conflict.column("fingerprint").doUpdateSet(values))
    .execute();
}

export async function upsertEndpoint(db: Db, endpoint: string, settings: EndpointSettings): Promise<void> {
  const text = JSON.stringify(settings);
  await db
    .insertInto("endpoints")
    .values({ endpoint, settings: text })
    .onConflict((conflict) => conflict.column("endpoint").doUpdateSet({ settings: text }))
    .execute();
}
