import { type BrowserContext, test as base, type Page } from "@playwright/test";
import { paths } from "#lib/paths.ts";
import type { BuiltInRole } from "#lib/permissions.ts";
import { closeAfterRequest } from "./close-after-request.ts";
import { recordSent } from "./record-sent.ts";
import { RunningConsole } from "./running-console.ts";
import { signIn } from "./sign-in.ts";
import { openTestStore, type StoreKind } from "./test-store.ts";

export { expect } from "@playwright/test";

export type StoryOptions = {
  store: StoreKind;
  /** Additional settings of console and sandbox. A file that sets them gets its own programs. */
  settings: Record<string, string>;
};

type Fixtures = {
  /** A page of a fresh browser context, signed in with this role; open until the test ends. */
  as(role: BuiltInRole): Promise<Page>;
};

type WorkerFixtures = StoryOptions & {
  /** The console and its sandbox, started for this worker only. */
  console: RunningConsole;
  signedIn: Map<BuiltInRole, StorageState>;
};

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** An e2e test against the real programs. Everything the console sends to a browser is recorded for the secrets sweep. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  store: ["sqlite", { scope: "worker", option: true }],
  settings: [{}, { scope: "worker", option: true }],
  console: [
    async ({ store, settings }, use, { workerIndex, project }) => {
      // The process id keeps two runs at the same time apart.
      const place = await openTestStore(store, `${project.name}-${workerIndex}-${process.pid}`);
      const running = await RunningConsole.start({ place, settings });
      try {
        await use(running);
      } finally {
        await running.stop();
        await place.close();
      }
    },
    { scope: "worker", timeout: 240_000 },
  ],
  signedIn: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures out of this pattern.
    async ({}, use) => use(new Map()),
    { scope: "worker" },
  ],
  baseURL: async ({ console }, use) => use(console.origin),
  context: async ({ context }, use) => {
    closeAfterRequest(context.request);
    const sent = recordSent(context);
    await use(context);
    await sent.finish();
  },
  as: async ({ browser, baseURL, console, signedIn }, use) => {
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
      const page = await open(signedIn.get(role));
      // An earlier test of this worker may have ended the session, with a change of rights for example.
      if (signedIn.has(role) && (await page.request.get(paths.api.session())).ok()) return page;
      await signIn(page, role);
      signedIn.set(role, await page.context().storageState());
      return page;
    });
    for (const { context, finish } of opened) {
      await finish();
      await context.close();
    }
  },
});
