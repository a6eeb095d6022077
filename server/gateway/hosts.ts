/** What is known of one of the gateway's hosts. Times are epoch ms. */
export type HostNote = {
  failures: number;
  /** Left alone until then. */
  restsUntil: number;
  /** Who sees whether it works again, until then. */
  probedUntil: number;
  answeredAt: number | undefined;
  latencyMs: number | undefined;
  lastFailure: string | undefined;
};

type Hosts = Record<string, HostNote>;

/** The hosts in the order to try them: those that rest come last, for when no other is left. */
export function inOrder<Base extends { host: string }>(bases: readonly Base[], hosts: Hosts): Base[] {
  const rests = ({ host }: Base) => Number(isResting(hosts[host]));
  return [...bases].sort((one, other) => rests(one) - rests(other));
}

/** A host that failed rests until a probe, or a request that had no other choice, has shown that it answers. */
export function isResting(note: HostNote | undefined): boolean {
  return note !== undefined && note.failures > 0;
}

/** The first whose rest is over and at which nobody looks yet. */
export function findRested<Base extends { host: string }>(
  bases: readonly Base[],
  hosts: Hosts,
  now: number,
): Base | undefined {
  return bases.find(({ host }) => {
    const note = hosts[host];
    return note && isResting(note) && now >= note.restsUntil && now >= note.probedUntil;
  });
}

/** As `findRested`, and marks it as looked at by the caller, alone. */
export function claimProbe<Base extends { host: string }>(
  bases: readonly Base[],
  hosts: Hosts,
  now: number,
): Base | undefined {
  const base = findRested(bases, hosts, now);
  const note = base && hosts[base.host];
  if (note) note.probedUntil = now + probeMs;
  return base;
}

/** Notes how an exchange with a host went. A failing one rests 5 s, then twice as long each time, up to 5 minutes. */
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
    Object.assign(note, { failures: 0, restsUntil: 0, answeredAt: now });
    if (seen.latencyMs !== undefined) note.latencyMs = seen.latencyMs;
    return;
  }
  // Requests that failed together are one failure.
  if (now >= note.restsUntil) {
    note.failures += 1;
    note.restsUntil = now + Math.min(firstRestMs * 2 ** (note.failures - 1), longestRestMs);
  }
  note.lastFailure = seen.failure;
}

const newHost = (): HostNote => ({
  failures: 0,
  restsUntil: 0,
  probedUntil: 0,
  answeredAt: undefined,
  latencyMs: undefined,
  lastFailure: undefined,
});

const firstRestMs = 5000;
const longestRestMs = 300_000;
const probeMs = 20_000;
