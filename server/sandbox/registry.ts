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
  /** What is known at this moment; to be waited for only when it has to be read anew, once a second. */
  known(): Promise<KnownKeys> | KnownKeys;
  sourcesById(): Promise<ReadonlyMap<number, Source>>;
  /** The name of a key by its number, as last read: known at once, so also within a work of the store, which may not wait for another. */
  nameOf(sourceId: number): string;
  /** Makes a key or changes one; settings that are not given stay. */
  saveSource(apiKey: string, pin: string, settings: Partial<SourceSettings>): Promise<void>;
  saveEndpoint(endpoint: string, settings: EndpointSettings): Promise<void>;
};

/** The keys as they were last read. */
export type KnownKeys = {
  sourceOf(apiKey: string): Source | undefined;
  /** Undefined for an endpoint key that nobody registered. */
  endpointOf(endpoint: string): EndpointSettings | undefined;
  /** By Authorization headers that were found right; a caller may use one for all calls. */
  signedBy: Map<string, Source>;
  byId: ReadonlyMap<number, Source>;
};

export function openRegistry(store: Store, vault: Vault): Registry {
  const known = keepFresh(() => readKnown(store, vault));
  return {
    findSource: async (apiKey) => (await known.get()).sourceOf(apiKey),
    known: known.get,
    sourcesById: async () => (await known.get()).byId,
    nameOf: (sourceId) => known.last()?.byId.get(sourceId)?.settings.name ?? "",
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

async function readKnown(store: Store, vault: Vault): Promise<KnownKeys> {
  const { sources, endpoints } = await store.read(readRegistry);
  const byFingerprint = new Map<string, Source>(
    sources.map(({ fingerprint, id, sealedPin, settings }) => [
      fingerprint,
      { id, pin: vault.open(sealedPin), settings: { ...defaultSourceSettings, ...settings } },
    ]),
  );
  const byId = new Map(byFingerprint.values().map((source) => [source.id, source]));
  const byKey = new Map<string, Source>();
  return {
    sourceOf: (apiKey) => {
      // What was found by its fingerprint once is found by the key itself.
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

/** Another process on the same store may have changed something: what was read is good for a second. */
function keepFresh<Value>(read: () => Promise<Value>) {
  let reading: Promise<Value> | undefined;
  let fresh: Value | undefined;
  let last: Value | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  const readNow = (): Promise<Value> => {
    const own = read().then(
      (value) => {
        last = value;
        // Unless it was forgotten meanwhile.
        if (reading === own) fresh = value;
        return value;
      },
      (error: unknown) => {
        if (reading === own) reading = undefined;
        throw error;
      },
    );
    return own;
  };
  return {
    get: (): Promise<Value> | Value => {
      if (reading && performance.now() - readAt < STALE_AFTER_MS) return fresh ?? reading;
      readAt = performance.now();
      fresh = undefined;
      reading = readNow();
      return reading;
    },
    /** What was read last; every request that is let in has waited for it. */
    last: (): Value | undefined => last,
    /** After a change of our own. */
    forget: (): void => {
      fresh = undefined;
      reading = undefined;
    },
  };
}
