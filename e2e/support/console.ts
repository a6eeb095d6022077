import { type BrowserContext, test as base, type Page } from "@playwright/test";
import { paths } from "#lib/paths.ts";
import type { BuiltInRole } from "#lib/permissions.ts";
import { closeAfterRequest } from "./close-after-request.ts";
import { type KnownUsers, readUsers, restoreUsers } from "./demo-users.ts";
import { applyMerchantSettings, type MerchantSettings } from "./merchant-settings.ts";
import { signInWithoutPage } from "./pages/sign-in.ts";
import { recordSent } from "./record-sent.ts";
import { RunningConsole } from "./running-console.ts";
import { openTestStore, type StoreKind } from "./test-store.ts";

export { expect } from "@playwright/test";

export type BrowserTestOptions = {
  store: StoreKind;
  /** Additional settings of console and sandbox. A file that sets them gets its own programs. */
  settings: Record<string, string>;
  /** What the merchant decides while these tests run, as the page Settings changes it. A file that sets them gets no programs of its own. */
  merchantSettings: MerchantSettings;
};

type Fixtures = Pick<BrowserTestOptions, "settings" | "merchantSettings"> & {
  /** The console and its sandbox. Only this worker uses them. */
  console: RunningConsole;
  /** A page of a fresh browser context, signed in with this role; open until the test ends. */
  as(role: BuiltInRole): Promise<Page>;
};

type WorkerFixtures = Pick<BrowserTestOptions, "store"> & { consoles: Consoles };

type Consoles = {
  /** The console of this file, started if need be. Each file finds the users as the console has started with them. */
  open(file: string, settings: BrowserTestOptions["settings"]): Promise<RunningConsole>;
};

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Who was signed in at a console before, so that a test need not fill the form again. */
const signedIn = new WeakMap<RunningConsole, Map<BuiltInRole, StorageState>>();

/** An e2e test against the real programs. Everything the console sends to a browser is recorded for the secrets sweep. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  store: ["sqlite", { scope: "worker", option: true }],
  settings: [{}, { option: true }],
  merchantSettings: [{}, { option: true }],
  consoles: [
    async ({ store }, use, { workerIndex, project }) => {
      // The process id keeps two runs at the same time apart.
      const consoles = createConsoles(store, `${project.name}-${workerIndex}-${process.pid}`);
      await use(consoles);
      await consoles.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  console: [
    async ({ consoles, settings, merchantSettings }, use, { file }) => {
      const running = await consoles.open(file, settings);
      await running.inStore((store) => applyMerchantSettings(running.origin, store, merchantSettings));
      await use(running);
    },
    { timeout: 240_000 },
  ],
  baseURL: async ({ console }, use) => use(console.origin),
  context: async ({ context }, use) => {
    closeAfterRequest(context.request);
    const sent = recordSent(context);
    await use(context);
    await sent.finish();
  },
  as: async ({ browser, baseURL, console }, use) => {
    const states = signedIn.get(console) ?? new Map<BuiltInRole, StorageState>();
    signedIn.set(console, states);
    const opened: { context: BrowserContext; finish(): Promise<void> }[] = [];
    const open = async (storageState: StorageState | undefined) => {
      const context = await browser.newContext({
        baseURL: baseURL ?? console.origin,
        ...(storageState && { storageState }),
      });
      closeAfterRequest(context.request);
      opened.push({ context, finish: recordSent(context).finish });
      return context.newPage();
    };
    await use(async (role) => {
      const page = await open(states.get(role));
      // An earlier test of this worker may have ended the session, with a change of rights for example.
      if (states.has(role) && (await page.request.get(paths.api.session())).ok()) return page;
      await signInWithoutPage(page.context(), console.origin, role);
      states.set(role, await page.context().storageState());
      return page;
    });
    for (const { context, finish } of opened) {
      await finish();
      await context.close();
    }
  },
});

/**
 * One console for all files without settings, and one for the file that has some: a browser and a worker of its own for each of
 * them would take longer than its tests.
 */
function createConsoles(store: StoreKind, name: string): Consoles & { close(): Promise<void> } {
  type Started = {
    key: string;
    running: RunningConsole;
    users: KnownUsers;
    lastFile: string;
    stop(): Promise<void>;
  };
  const started: { common?: Started | undefined; own?: Started | undefined } = {};
  let count = 0;
  const start = async (
    key: string,
    lastFile: string,
    settings: BrowserTestOptions["settings"],
  ): Promise<Started> => {
    count += 1;
    const place = await openTestStore(store, `${name}-${count}`);
    const running = await RunningConsole.start({ place, settings });
    const stop = async () => {
      await running.stop();
      await place.close();
    };
    return { key, running, users: await running.inStore(readUsers), lastFile, stop };
  };
  return {
    open: async (file, settings) => {
      const isCommon = Object.keys(settings).length === 0;
      const [which, key] = isCommon
        ? (["common", ""] as const)
        : (["own", `${file} ${JSON.stringify(settings)}`] as const);
      let known = started[which];
      if (known?.key !== key) {
        await known?.stop();
        started[which] = undefined;
        started[which] = known = await start(key, file, settings);
      }
      const { running, users } = known;
      if (known.lastFile !== file) await running.inStore((store) => restoreUsers(store, users));
      known.lastFile = file;
      return running;
    },
    close: async () => {
      await started.own?.stop();
      await started.common?.stop();
    },
  };
}
