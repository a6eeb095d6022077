import type { Dialect, Driver } from "kysely";
import type { Begun, SpanFields, Tracer } from "./spans.ts";

type System = SpanFields["db.system.name"] & string;

/** Has the drivers of `dialect` begin a span with each transaction, and end it with its commit or rollback. No statement is in it. */
export function traceTransactions(dialect: Dialect, tracer: Tracer, system: System): void {
  const createDriver = dialect.createDriver.bind(dialect);
  dialect.createDriver = () => {
    const driver = createDriver();
    trace(driver, tracer, system);
    return driver;
  };
}

function trace(driver: Driver, tracer: Tracer, system: System): void {
  const open = new WeakMap<object, Begun>();
  const begin = driver.beginTransaction.bind(driver);
  driver.beginTransaction = async (connection, settings) => {
    open.set(connection, tracer.begin("store transaction", "client", { "db.system.name": system }));
    await begin(connection, settings);
  };
  const ends = { commit: "commitTransaction", rollback: "rollbackTransaction" } as const;
  for (const how of ["commit", "rollback"] as const) {
    const end = driver[ends[how]].bind(driver);
    driver[ends[how]] = async (connection) => {
      let isDone = false;
      try {
        await end(connection);
        isDone = true;
      } finally {
        open.get(connection)?.end({ "db.operation.name": how }, !isDone);
        open.delete(connection);
      }
    };
  }
}
