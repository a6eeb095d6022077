import { db } from "#server/db/db.ts";
import { livingProcesses, processId } from "./alive.ts";

/** Takes or keeps a work that one process at a time does. False while another living process has it. */
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
            where("leases.until", "<=", now),
            where("leases.holder", "not in", living),
          ]),
        ),
    )
    .returning("name")
    .executeTakeFirst();
  return taken !== undefined;
}

/** For a process that knows to be the only one: what others held ended with them. */
export async function endOtherLeases(): Promise<void> {
  await db().deleteFrom("leases").where("holder", "!=", processId()).execute();
}

/** Longer than one request to the gateway may take. */
const leaseMs = 60_000;
