import type { Logger } from "pino";
import type { FaultKind } from "./control/fault-kinds.ts";
import type { Rule } from "./scripted/rule.ts";
import type { RateLimitSetting, SandboxSettings } from "./settings.ts";
import type { Db } from "./store/database.ts";

/** The parts of a running sandbox gateway. Implementations import these types, never the other way around. */
export type Sandbox = {
  settings: SandboxSettings;
  store: Store;
  clock: Clock;
  vault: Vault;
  registry: Registry;
  limiter: RateLimiter;
  faults: Faults;
  rules: Rules;
  webhooks: Webhooks;
  mailer: Mailer;
  bulk: BulkRunner;
  log: Log;
  /** Responses so far, by HTTP status. */
  requests: Map<number, number>;
};

/** Who is calling, known once the request is authenticated. */
export type Caller = {
  source: Source;
  clientIp: string;
  serverIp: string;
};

/** One call inside its unit of work: everything a command handler gets. */
export type Call = Caller & {
  sandbox: Sandbox;
  db: Db;
  /** Epoch ms of the sandbox's clock; the same for the whole call. */
  now: number;
  /** True once a slow issuer has been waited for. */
  hasWaitedForIssuer: boolean;
  /** True while a rule may ask for a fault instead. */
  canInjectFault?: boolean;
};

export type Store = {
  /**
   * Runs `work` in a transaction and resolves once it is committed and on disk. When `work` throws, none of its writes remain.
   * `work` may run more than once, so it must change nothing but the store.
   */
  transact<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  /** `transact` for large background work, such as a part of a bulk file: it gets its own transaction, and other work runs in between. */
  transactLarge<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  /** Runs `work`, which only reads. Sees every commit that was answered before. */
  read<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

/** The sandbox's time: real time plus an offset that the control plane can increase. Survives a restart. */
export type Clock = {
  /** Epoch ms. */
  now(): number;
  /** Moves the clock forward by `ms`; durable before it takes effect. */
  advance(ms: number): Promise<void>;
  /** Returns to real time. */
  reset(): Promise<void>;
};

/** Encrypts what must not be readable at rest (card and account numbers, PINs) and compares it without decrypting. */
export type Vault = {
  encrypt(text: string): string;
  /** Throws when the text was encrypted with another key. */
  decrypt(encrypted: string): string;
  /** A keyed digest: the same for the same text. */
  fingerprint(text: string): string;
};

/** What an API key may do, and how the gateway behaves for it. */
export type SourceSettings = {
  name: string;
  duplicates: "off" | "all" | "card-amount" | "card-amount-orderid";
  /** Wire names; undefined allows all. */
  commands?: string[] | undefined;
  allowedIps?: string[] | undefined;
  /** Days until an authorization expires. */
  authorizationDays: number;
  captureExpired: "error" | "reauth" | "override";
  refundUnsettled: boolean;
};

/** An API key. */
export type Source = { id: number; pin: string; settings: SourceSettings };

/** Settings of a registered endpoint key. */
export type EndpointSettings = {
  limits?: { minute: number; day: number } | undefined;
  allowedIps?: string[] | undefined;
};

/** The API keys and registered endpoint keys. */
export type Registry = {
  findSource(apiKey: string): Promise<Source | undefined>;
  /** The keys as they were read at most a second ago. */
  known(): Promise<KnownKeys>;
  sourcesById(): Promise<ReadonlyMap<number, Source>>;
  /** The name of a key by its number, as last read; safe to call inside a transaction. */
  nameOf(sourceId: number): string;
  /** Creates or changes a key. Settings that are not given stay. */
  saveSource(apiKey: string, pin: string, settings: Partial<SourceSettings>): Promise<void>;
  saveEndpoint(endpoint: string, settings: EndpointSettings): Promise<void>;
};

export type KnownKeys = {
  sourceOf(apiKey: string): Source | undefined;
  /** Undefined for an endpoint key that is not registered. */
  endpointOf(endpoint: string): EndpointSettings | undefined;
  /** By verified Authorization header; a caller may use one header for all calls. */
  signedBy: Map<string, Source>;
  byId: ReadonlyMap<number, Source>;
};

/** Counts requests by endpoint key and caller in fixed windows of the real clock (contract: Limits). */
export type RateLimiter = {
  /** Counts one request. When a window is full, `allowed` is false and nothing is counted. */
  use(scope: string, limits: RateLimitSetting): Promise<Verdict>;
  /** The header for what is used so far. Counts nothing. */
  look(scope: string, limits: RateLimitSetting): Promise<string>;
  /** Forgets what this process counted; used when the store's rows are deleted. */
  clear(): void;
  /** Writes counts that the store does not have yet. */
  flush(): Promise<void>;
};

/** `header` is the value of `X-Rate-Limit`. */
type Verdict = { allowed: boolean; header: string };

/** Faults that wait for a matching request. The oldest match is used first. */
export type Faults = {
  add(fault: Fault): void;
  clear(): void;
  /** Returns the fault for this request and uses it up once. */
  take(request: { path: string; command: string | undefined }): Fault | undefined;
};

/** Rules of the control plane, kept in the store. */
export type Rules = {
  /** As read at most a second ago; safe to call inside a transaction. */
  current(): readonly Rule[];
  /** Reads what another process may have changed. */
  refresh(): Promise<void>;
  replace(rules: readonly Rule[]): Promise<void>;
};

export type Fault = {
  kind: FaultKind;
  command?: string | undefined;
  path?: string | undefined;
  delayMs: number;
  times: number;
};

/** The webhooks of the gateway (contract: Events): an outbox in the store, and its sender. */
export type Webhooks = {
  /** Whether there is a receiver. Without one, no event is written. */
  wanted(): boolean;
  /** Sends new events shortly after a commit that may have added some. */
  wake(): void;
  /** Sends to another receiver from now on, including events that are waiting. */
  setTarget(target: WebhookTarget): Promise<void>;
  /** Runs `move`, which moves the clock forward, then makes the attempts that fell due, each as of its time. */
  catchUp(move: () => Promise<void>): Promise<void>;
  /** Runs `empty`, which empties the store, while no attempt is in progress. */
  reset(empty: () => Promise<void>): Promise<void>;
  /** Aborts attempts in progress; they are sent again after the next start. */
  stop(): Promise<void>;
};

/** Where events go, and the key that signs them. */
export type WebhookTarget = { url: string; key: string };

/** Sends the outbox of receipts in the background, at least once each. */
export type Mailer = {
  /** Gives attempts in progress a few seconds; the rest is sent after the next start. */
  stop(): Promise<void>;
};

/** Runs bulk files in the background: one at a time over all processes on one store. */
type BulkRunner = {
  /** Identifies this process in the store. */
  readonly worker: string;
  /** Call after a commit that may have added work. */
  wake(): void;
  /** Stops after the rows in progress. Rows that wait for a slow issuer run after the next start. */
  stop(): Promise<void>;
};

export type Log = Pick<Logger, "info" | "warn" | "error" | "isLevelEnabled">;
