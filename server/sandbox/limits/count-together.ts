import { endOfTurn } from "../end-of-turn.ts";
import type { RateLimitSetting } from "../env.ts";
import { deleteCountersBefore, grantRequests, type Used, usedBy } from "../store/rate-counters.ts";
import type { Store } from "../store/store.ts";
import { DAY_MS, type RateCount } from "./rate-limiter.ts";

/**
 * Counts in the rows that all processes share, before a request is let in, and exactly: no process holds a share of its
 * own that another then lacks. A caller's row would be the hottest of the store, so requests of one caller that arrive
 * while its row is being counted share the next count, and a count is one statement that waits for no disk.
 */
export function countTogether(store: Store): RateCount {
  const lanes = new Map<string, Lane>();
  let today = 0;

  async function run(lane: Lane): Promise<void> {
    // Those that are about to come in share the first count too: of payments answered together, the next come together.
    for (let turn = 0; turn < 4; turn++) await endOfTurn();
    while (lane.waiting.length > 0) {
      const taken = takeAlike(lane);
      const { scope } = lane;
      try {
        const [{ limits }] = taken;
        const grant = await store.read((db) => grantRequests(db, { scope, asked: taken.length, limits }));
        taken.forEach(({ resolve }, place) => {
          resolve(usedBy(grant, place));
        });
      } catch (error) {
        for (const { reject } of taken) reject(error);
      }
    }
    lanes.delete(lane.scope);
  }

  async function forgetOld(): Promise<void> {
    const day = Math.floor(Date.now() / DAY_MS);
    if (day === today) return;
    today = day;
    // A day more than is needed: this machine's clock need not be the server's.
    await store.transact((db) => deleteCountersBefore(db, day - 1));
  }

  return {
    count: (scope, limits) =>
      new Promise<Used>((resolve, reject) => {
        const request = { limits, resolve, reject };
        const lane = lanes.get(scope);
        if (lane) {
          lane.waiting.push(request);
          return;
        }
        const opened: Lane = { scope, waiting: [request] };
        lanes.set(scope, opened);
        void run(opened);
      }),
    look: async (scope) => {
      const none = { minute: 0, day: 0 };
      const { minute_used, day_used } = await store.read((db) =>
        grantRequests(db, { scope, asked: 0, limits: none }),
      );
      return { minute: minute_used, day: day_used };
    },
    clear: () => {},
    settle: forgetOld,
  };
}

type Waiting = { limits: RateLimitSetting; resolve: (used: Used) => void; reject: (reason: unknown) => void };
type Lane = { scope: string; waiting: Waiting[] };

/** The first that wait, as far as they go by the same limits: those of an endpoint key can be changed meanwhile. */
function takeAlike({ waiting }: Lane): [Waiting, ...Waiting[]] {
  // Only called while somebody waits.
  const first = waiting[0] as Waiting;
  const other = waiting.findIndex(
    ({ limits }) => limits.minute !== first.limits.minute || limits.day !== first.limits.day,
  );
  return waiting.splice(0, other === -1 ? waiting.length : other) as [Waiting, ...Waiting[]];
}
