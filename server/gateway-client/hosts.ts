/** The state of one of the gateway's hosts. Times are epoch ms. */
export type HostNote = {
  failures: number;
  /** Not used until then. */
  pausedUntil: number;
  /** A probe is running until then. */
  probedUntil: number;
  answeredAt: number | undefined;
  latencyMs: number | undefined;
  lastFailure: string | undefined;
};

type Hosts = Record<string, HostNote>;

/** The hosts in the order to try them: paused ones come last, for when no other is left. */
export function inOrder<Base extends { host: string }>(bases: readonly Base[], hosts: Hosts): Base[] {
  const rests = ({ host }: Base) => Number(isPaused(hosts[host]));
  return [...bases].sort((one, other) => rests(one) - rests(other));
}

/** A failed host is paused until a probe, or a request that had no other host, shows that it answers. */
export function isPaused(note: HostNote | undefined): boolean {
  return note !== undefined && note.failures > 0;
}

/** The first host whose pause is over and that no process is probing. */
export function findPaused<Base extends { host: string }>(
  bases: readonly Base[],
  hosts: Hosts,
  now: number,
): Base | undefined {
  return bases.find(({ host }) => {
    const note = hosts[host];
    return note && isPaused(note) && now >= note.pausedUntil && now >= note.probedUntil;
  });
}

/** As `findPaused`, and claims its probe for the caller. */
export function claimProbe<Base extends { host: string }>(
  bases: readonly Base[],
  hosts: Hosts,
  now: number,
): Base | undefined {
  const base = findPaused(bases, hosts, now);
  const note = base && hosts[base.host];
  if (note) note.probedUntil = now + probeMs;
  return base;
}

/** Records an exchange with a host. A failing host is paused for 5 s, then twice as long each time, up to 5 minutes. */
export function noteHost(
  hosts: Hosts,
  host: string,
  seen: { failure: string | undefined; latencyMs: number | undefined },
  now: number,
): void {
  const note = hosts[host] ?? newHost();
  hosts[host] = note;
  note.probedUntil = 0;
  if (seen.failure === undefined) {
    Object.assign(note, { failures: 0, pausedUntil: 0, answeredAt: now });
    if (seen.latencyMs !== undefined) note.latencyMs = seen.latencyMs;
    return;
  }
  // Requests that fail together count as one failure.
  if (now >= note.pausedUntil) {
    note.failures += 1;
    note.pausedUntil = now + Math.min(firstRestMs * 2 ** (note.failures - 1), longestRestMs);
  }
  note.lastFailure = seen.failure;
}

const newHost = (): HostNote => ({
  failures: 0,
  pausedUntil: 0,
  probedUntil: 0,
  answeredAt: undefined,
  latencyMs: undefined,
  lastFailure: undefined,
});

const firstRestMs = 5000;
const longestRestMs = 300_000;
const probeMs = 20_000;
