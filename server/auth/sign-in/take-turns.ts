/** So much is waiting already that a further task was refused. */
export class ServerBusyError extends Error {
  override readonly name = "ServerBusyError";
}

type Task<Value> = () => Promise<Value>;

/** Runs at most `atOnce` tasks at the same time, the others in their order. With `waiting` in the queue, more throw ServerBusyError. */
export function takeTurns({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  let running = 0;
  const queue: (() => void)[] = [];
  return async <Value>(task: Task<Value>): Promise<Value> => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new ServerBusyError(`${waiting} tasks wait already.`);
      // One that ends hands its place over, so `running` stays.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running++;
    try {
      return await task();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}
