import { expect, test } from "vitest";
import { claimProbe, findPaused, type HostNote, inOrder, isPaused, noteHost } from "./hosts.ts";

const bases = [{ host: "one" }, { host: "two" }];
const failed = { failure: "refused", latencyMs: undefined };
const worked = { failure: undefined, latencyMs: 12 };

test("a host that failed is tried last, and first again once it has answered", () => {
  const hosts: Record<string, HostNote> = {};
  noteHost(hosts, "one", failed, 1000);
  expect(inOrder(bases, hosts).map(({ host }) => host)).toEqual(["two", "one"]);
  noteHost(hosts, "one", worked, 9000);
  expect(inOrder(bases, hosts).map(({ host }) => host)).toEqual(["one", "two"]);
});

test("the pause of a host that fails doubles up to five minutes, and requests that failed together count once", () => {
  const hosts: Record<string, HostNote> = {};
  const rests: number[] = [];
  let now = 0;
  for (let time = 0; time < 9; time += 1) {
    noteHost(hosts, "one", failed, now);
    noteHost(hosts, "one", failed, now);
    const until = hosts.one?.pausedUntil ?? 0;
    rests.push((until - now) / 1000);
    now = until;
  }
  expect(rests).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
});

test("one request alone probes a paused host, and only once its pause is over", () => {
  const hosts: Record<string, HostNote> = {};
  noteHost(hosts, "one", failed, 0);
  expect(claimProbe(bases, hosts, 4999)).toBeUndefined();
  expect(findPaused(bases, hosts, 5000)).toEqual({ host: "one" });
  expect(claimProbe(bases, hosts, 5000)).toEqual({ host: "one" });
  expect(claimProbe(bases, hosts, 5001)).toBeUndefined();
  noteHost(hosts, "one", worked, 5100);
  expect(isPaused(hosts.one)).toBe(false);
});
