import {
  defaultEndpoint,
  defaultSourceSettings,
  type EndpointSettings,
  type Source,
  type SourceSettings,
} from "./sources.ts";
import { readRegistry, upsertEndpoint, upsertSource } from "./store/registry.ts";
import type { Store } from "./store/store.ts";
import type { Vault } from "./vault.ts";

/** The API keys and registered endpoint keys, at hand without a look into the store for each request. */
export type Registry = {
  findSource(apiKey: string): Promise<Source | undefined>;
  sourcesById(): Promise<ReadonlyMap<number, Source>>;
  /** As the store was last asked; for use inside a unit of work, which would wait for itself if it asked anew. */
  lastKnownSource(id: number): Source | undefined;
  /** Undefined for an endpoint key that nobody registered. */
  findEndpoint(endpoint: string): Promise<EndpointSettings | undefined>;
  /** Makes a key or changes one; settings that are not given stay. */
  saveSource(apiKey: string, pin: string, settings: Partial<SourceSettings>): Promise<void>;
  saveEndpoint(endpoint: string, settings: EndpointSettings): Promise<void>;
};

export function openRegistry(store: Store, vault: Vault): Registry {
  const known = keepFresh(() => readKnown(store, vault));
  return {
    findSource: async (apiKey) => {
      const { sources, byKey } = await known.get();
      // What was found by its fingerprint once is found by the key itself, as long as the sources are good.
      const source = byKey.get(apiKey) ?? sources.get(vault.fingerprint(apiKey));
      if (source) byKey.set(apiKey, source);
      return source;
    },
    sourcesById: async () => (await known.get()).byId,
    lastKnownSource: (id) => known.last()?.byId.get(id),
    findEndpoint: async (endpoint) =>
      (await known.get()).endpoints.get(endpoint) ?? (endpoint === defaultEndpoint ? {} : undefined),
    saveSource: async (apiKey, pin, settings) => {
      const row = { fingerprint: vault.fingerprint(apiKey), sealedPin: vault.seal(pin), settings };
      await store.transact((db) => upsertSource(db, row));
      known.forget();
    },
    saveEndpoint: async (endpoint, settings) => {
      await store.transact((db) => upsertEndpoint(db, endpoint, settings));
      known.forget();
    },
  };
}

async function readKnown(store: Store, vault: Vault) {
  const { sources, endpoints } = await store.read(readRegistry);
  const byFingerprint = new Map<string, Source>(
    sources.map(({ fingerprint, id, sealedPin, settings }) => [
      fingerprint,
      { id, pin: vault.open(sealedPin), settings: { ...defaultSourceSettings, ...settings } },
    ]),
  );
  const byId = new Map(byFingerprint.values().map((source) => [source.id, source]));
  return { sources: byFingerprint, byKey: new Map<string, Source>(), byId, endpoints };
}

const STALE_AFTER_MS = 1000;

/** Another process on the same store may have changed something: what was read is good for a second. */
function keepFresh<Value>(read: () => Promise<Value>) {
  let reading: Promise<Value> | undefined;
  let last: Value | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  return {
    get: (): Promise<Value> => {
      if (reading && performance.now() - readAt < STALE_AFTER_MS) return reading;
      readAt = performance.now();
      reading = read().then(
        (value) => {
          last = value;
          return value;
        },
        (error: unknown) => {
          reading = undefined;
          throw error;
        },
      );
      return reading;
    },
    last: (): Value | undefined => last,
    /** After a change of our own. */
    forget: (): void => {
      reading = undefined;
    },
  };
}
