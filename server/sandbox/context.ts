import type { BulkRunner } from "./bulk/bulk-runner.ts";
import type { Clock } from "./clock.ts";
import type { Faults } from "./control/faults.ts";
import type { SandboxSettings } from "./env.ts";
import type { RateLimiter } from "./limits/rate-limiter.ts";
import type { Log } from "./log.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { Registry } from "./registry.ts";
import type { Source } from "./sources.ts";
import type { Bundle } from "./store/bundle.ts";
import type { Permit } from "./store/permit.ts";
import type { Db, Store } from "./store/store.ts";
import type { Vault } from "./vault.ts";
import type { Webhooks } from "./webhooks/webhooks.ts";

/** Everything a running sandbox gateway has; made once at the start. */
export type Sandbox = {
  settings: SandboxSettings;
  store: Store;
  clock: Clock;
  vault: Vault;
  registry: Registry;
  limiter: RateLimiter;
  faults: Faults;
  webhooks: Webhooks;
  mailer: Mailer;
  bulk: BulkRunner;
  log: Log;
  /** Answers so far, by HTTP status. */
  requests: Map<number, number>;
};

/** Who is calling; known once the request is authenticated. */
export type Caller = {
  source: Source;
  clientIp: string;
  serverIp: string;
  /** Where the request is still to be counted, with what it records. */
  permit?: Permit;
};

/** One call inside its unit of work: all that a handler gets. */
export type Call = Caller & {
  sandbox: Sandbox;
  db: Db;
  /** Epoch ms of the sandbox's clock; the same for the whole call. */
  now: number;
  /** True once a slow issuer has been waited for. */
  waited: boolean;
  /** What it shares with other payments that are added, when it only adds one. */
  bundle?: Bundle | undefined;
};
