/** Whether the store's server could not be asked, or went away before it answered: what was asked may have been done or not. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  // 08: connection exceptions; 57P: the server is shut down, has crashed or is starting.
  return (
    /^(08|57P|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/.test(code) ||
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      error.message,
    )
  );
}
