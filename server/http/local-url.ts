/** Where this machine reaches a console; one that listens everywhere does so at the loopback address too. */
export function localUrl(host: string | undefined, port: number): string {
  const isEverywhere = host === undefined || host === "0.0.0.0" || host === "::";
  return `http://${isEverywhere ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host}:${port}`;
}
