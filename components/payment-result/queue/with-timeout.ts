/**
 * How much longer an answer of the console is waited for than the console waits for the gateway: after that the console is asked
 * what became of it.
 */
export const answerTimeoutMs = 15_000;

/** The answer of a server action, or undefined when it fails or doesn't come in time. */
export async function withTimeout<Answer>(action: Promise<Answer>, ms: number): Promise<Answer | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  try {
    return await Promise.race([action, late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Lets the next server action begin. The router runs them one at a time, so that one without an answer holds up all others, until the
 * user goes on to a page: this is the page itself.
 */
export const leaveHungAction = (): void => window.history.replaceState(null, "", window.location.href);
