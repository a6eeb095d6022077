import type { RunningConsole } from "./running-console.ts";

/** The audit log's events from now on: `await (await auditSince(console))()` are their names. */
export async function auditSince(running: RunningConsole): Promise<() => Promise<string[]>> {
  const read = (after: number) =>
    running.inStore((store) =>
      store
        .selectFrom("audit_events")
        .select(["position", "name"])
        .where("position", ">", after)
        .orderBy("position")
        .execute(),
    );
  const last = (await read(0)).at(-1)?.position ?? 0;
  return async () => (await read(Number(last))).map(({ name }) => name);
}
