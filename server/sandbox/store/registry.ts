import { authorizationDays } from "#lib/gateway/authorization-days.ts";
import type {
  EndpointSettings,
  KnownKeys,
  Registry,
  Source,
  SourceSettings,
  Store,
  Vault,
} from "../context.ts";
import type { Db } from "./database.ts";

const defaultSourceSettings: SourceSettings = {
  name: "Sandbox",
  duplicates: "card-amount-orderid",
  authorizationDays,
  captureExpired: "error",
  refundUnsettled: true,
};

/** The endpoint key that needs no registration (contract: Versioning). */
export const defaultEndpoint = "v2";

/** Opens the registry. Keys are read from the store at most once a second. */
export function openRegistry(store: Store, vault: Vault): Registry {
  const known = keepFresh(() => readKnown(store, vault));
  return {
    findSource: async (apiKey) => (await known.get()).sourceOf(apiKey),
    known: known.get,
    sourcesById: async () => (await known.get()).byId,
    nameOf: (sourceId) => known.last()?.byId.get(sourceId)?.settings.name ?? "",
    saveSource: async (apiKey, pin, settings) => {
      const row = { fingerprint: vault.fingerprint(apiKey), encryptedPin: vault.encrypt(pin), settings };
      await store.transact((db) => upsertSource(db, row));
      known.forget();
    },
    saveEndpoint: async (endpoint, settings) => {
      await store.transact((db) => upsertEndpoint(db, endpoint, settings));
      known.forget();
    },
  };
}

async function readKnown(store: Store, vault: Vault): Promise<KnownKeys> {
  const { sources, endpoints } = await store.read(readRegistry);
  const byFingerprint = new Map<string, Source>(
    sources.map(({ fingerprint, id, encryptedPin, settings }) => [
      fingerprint,
      { id, pin: vault.decrypt(encryptedPin), settings: { ...defaultSourceSettings, ...settings } },
    ]),
  );
  const byId = new Map(byFingerprint.values().map((source) => [source.id, source]));
  const byKey = new Map<string, Source>();
  return {
    sourceOf: (apiKey) => {
      // A key that was found by its fingerprint once is found directly afterwards.
      const source = byKey.get(apiKey) ?? byFingerprint.get(vault.fingerprint(apiKey));
      if (source) byKey.set(apiKey, source);
      return source;
    },
    endpointOf: (endpoint) => endpoints.get(endpoint) ?? (endpoint === defaultEndpoint ? {} : undefined),
    signedBy: new Map(),
    byId,
  };
}

const STALE_AFTER_MS = 1000;

/** Another process on the same store may change keys, so a value is read again after a second. */
function keepFresh<Value>(read: () => Promise<Value>) {
  let reading: Promise<Value> | undefined;
  let last: Value | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  return {
    get: (): Promise<Value> => {
      if (reading && performance.now() - readAt < STALE_AFTER_MS) return reading;
      readAt = performance.now();
      const own = read().then(
        (value) => {
          last = value;
          return value;
        },
        (error: unknown) => {
          if (reading === own) reading = undefined;
          throw error;
        },
      );
      reading = own;
      return own;
    },
    /** The cached value. */
    last: (): Value | undefined => last,
    /** Call after a change: the next `get` reads again. */
    forget: (): void => {
      reading = undefined;
    },
  };
}

/** All API keys and registered endpoint keys. There are few of either. */
async function readRegistry(db: Db) {
  const sources = await db.selectFrom("sources").selectAll().execute();
  const endpoints = await db.selectFrom("endpoints").selectAll().execute();
  return {
    sources: sources.map((row) => ({
      id: row.id,
      fingerprint: row.fingerprint,
      encryptedPin: row.sealed_pin,
      settings: JSON.parse(row.settings) as Partial<SourceSettings>, // as it was stored
    })),
    endpoints: new Map(endpoints.map((row) => [row.endpoint, JSON.parse(row.settings) as EndpointSettings])), // as it was stored
  };
}

/** Creates or changes an API key; settings that are not given stay. */
async function upsertSource(
  db: Db,
  source: { fingerprint: string; encryptedPin: string; settings: Partial<SourceSettings> },
): Promise<void> {
  const { fingerprint } = source;
  const known = await db
    .selectFrom("sources")
    .select("settings")
    .where("fingerprint", "=", fingerprint)
    .executeTakeFirst();
  const settings = JSON.stringify({ ...(known ? JSON.parse(known.settings) : {}), ...source.settings });
  const values = { sealed_pin: source.encryptedPin, settings };
  await db
    .insertInto("sources")
    .values({ fingerprint, ...values })
    .onConflict((conflict) => conflict.column("fingerprint").doUpdateSet(values))
    .execute();
}

async function upsertEndpoint(db: Db, endpoint: string, settings: EndpointSettings): Promise<void> {
  const text = JSON.stringify(settings);
  await db
    .insertInto("endpoints")
    .values({ endpoint, settings: text })
    .onConflict((conflict) => conflict.column("endpoint").doUpdateSet({ settings: text }))
    .execute();
}
