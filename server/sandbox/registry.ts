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
  /** The name of a key by its number, as last read: known at once, so also within a work of the store, which may not wait for another. */
  nameOf(sourceId: number): string;
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
    nameOf: (sourceId) => known.last()?.byId.get(sourceId)?.settings.name ?? "",
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
  const readNow = async () => {
    try {
      last = await read();
      return last;
    } catch (error) {
      reading = undefined;
      throw error;
    }
  };
  return {
    get: (): Promise<Value> => {
      if (reading && performance.now() - readAt < STALE_AFTER_MS) return reading;
      readAt = performance.now();
      reading = readNow();
      return reading;
    },
    /** What was read last; every request that is let in has waited for it. */
    last: (): Value | undefined => last,
    /** After a change of our own. */
    forget: (): void => {
      reading = undefined;
    },
  };
}
