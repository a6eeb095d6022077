import { db } from "#server/db/db.ts";
import { isDue } from "#server/db/is-due.ts";
import { livingProcesses, processId } from "./alive.ts";

/** Takes or renews the lease of work that one process at a time does. False while another living process has it. */
export async function holdLease(name: string, now = Date.now()): Promise<boolean> {
  const mine = { holder: processId(), until: now + leaseMs };
  const living = await livingProcesses(now);
  const taken = await db()
    .insertInto("leases")
    .values({ name, ...mine })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet(mine)
        .where((where) =>
          where.or([
            where("leases.holder", "=", mine.holder),
            isDue("leases.until", now, leaseMs),
            where("leases.holder", "not in", living),
          ]),
        ),
    )
    .returning("name")
    .executeTakeFirst();
  return taken !== undefined;
}

/** For a process that knows it is the only one: the leases of others ended with them. */
export async function endOtherLeases(): Promise<void> {
  await db().deleteFrom("leases").where("holder", "!=", processId()).execute();
}

/** Longer than any request to the gateway takes. */
const leaseMs = 60_000;
