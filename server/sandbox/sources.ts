import type { Store, Db } from "./store/store.ts";
import type { Vault } from "./vault.ts";

/** What an API key is allowed and how the gateway behaves for it. */
export type SourceSettings = {
  name: string;
  duplicates: "off" | "all" | "card-amount" | "card-amount-orderid";
  /** Wire names; undefined allows all. */
  commands?: string[] | undefined;
  allowedIps?: string[] | undefined;
  /** Days an authorization is good for. */
  authorizationDays: number;
  captureExpired: "error" | "reauth" | "override";
  refundUnsettled: boolean;
};

export type Source = { id: number; pin: string; settings: SourceSettings };

export type EndpointSettings = {
  limits?: { minute: number; day: number } | undefined;
  allowedIps?: string[] | undefined;
};

export const defaultSourceSettings: SourceSettings = {
  name: "Sandbox",
  duplicates: "card-amount-orderid",
  authorizationDays: 30,
  captureExpired: "error",
  refundUnsettled: true,
};

/** The API keys and registered endpoint keys, at hand without a look into the store. */
export type Registry = {
  findSource(apiKey: string): Promise<Source | undefined>;
  /** Undefined for an endpoint key that nobody registered; the default one needs no registering. */
  findEndpoint(endpoint: string): Promise<EndpointSettings | undefined>;
  saveSource(apiKey: string, pin: string, settings: Partial<SourceSettings>): Promise<void>;
  saveEndpoint(endpoint: string, settings: EndpointSettings): Promise<void>;
};

export function openRegistry(store: Store, vault: Vault): Registry {
  let sources = new Map<string, Source>();
  let endpoints = new Map<string, EndpointSettings>();
  let readAt = Number.NEGATIVE_INFINITY;

  async function refresh(): Promise<void> {
    // Another process on the same store may have changed a key: what is known is good for a second.
    if (performance.now() - readAt < STALE_AFTER_MS) return;
    readAt = performance.now();
    const read = await store.read(readAll);
    sources = new Map(
      read.sources.map((row) => [
        row.fingerprint,
        {
          id: row.id,
          pin: vault.open(row.sealed_pin),
          settings: { ...defaultSourceSettings, ...(JSON.parse(row.settings) as Partial<SourceSettings>) },
        },
      ]),
    );
    endpoints = new Map(
      read.endpoints.map((row) => [row.endpoint, JSON.parse(row.settings) as EndpointSettings]),
    );
  }

  return {
    findSource: async (apiKey) => {
      await refresh();
      return sources.get(vault.fingerprint(apiKey));
    },
    findEndpoint: async (endpoint) => {
      await refresh();
      return endpoints.get(endpoint) ?? (endpoint === defaultEndpoint ? {} : undefined);
    },
    saveSource: async (apiKey, pin, settings) => {
      await store.transact((db) => upsertSource(db, vault, { apiKey, pin, settings }));
      readAt = Number.NEGATIVE_INFINITY;
    },
    saveEndpoint: async (endpoint, settings) => {
      const text = JSON.stringify(settings);
      await store.transact(async (db) => {
        await db
          .insertInto("endpoints")
          .values({ endpoint, settings: text })
          .onConflict((conflict) => conflict.column("endpoint").doUpdateSet({ settings: text }))
          .execute();
      });
      readAt = Number.NEGATIVE_INFINITY;
    },
  };
}

export const defaultEndpoint = "v2";
const STALE_AFTER_MS = 1000;

async function readAll(db: Db) {
  return {
    sources: await db.selectFrom("sources").selectAll().execute(),
    endpoints: await db.selectFrom("endpoints").selectAll().execute(),
  };
}

/** Keeps the settings that are not given. */
async function upsertSource(
  db: Db,
  vault: Vault,
  { apiKey, pin, settings }: { apiKey: string; pin: string; settings: Partial<SourceSettings> },
): Promise<void> {
  const fingerprint = vault.fingerprint(apiKey);
  const known = await db
    .selectFrom("sources")
    .select("settings")
    .where("fingerprint", "=", fingerprint)
    .executeTakeFirst();
  const merged = JSON.stringify({ ...(known ? JSON.parse(known.settings) : {}), ...settings });
  const values = { sealed_pin: vault.seal(pin), settings: merged };
  await db
    .insertInto("sources")
    .values({ fingerprint, ...values })
    .onConflict((conflict) => conflict.column("fingerprint").doUpdateSet(values))
    .execute();
}
