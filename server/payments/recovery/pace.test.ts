import { expect, test } from "vitest";
import { newPace } from "./pace.ts";

const pulse = { reachable: true, seenAt: 0 };

test("a lone lost answer is looked for at once, and without one nothing is asked", () => {
  const pace = newPace();
  expect(pace.isTime({ due: 0, now: 100_000, pulse })).toBe(false);
  expect(pace.isTime({ due: 1, now: 100_000, pulse })).toBe(true);
});

test("a trickle of lost answers shares its requests; ten are worth one of their own", () => {
  const pace = newPace();
  pace.looked({ isReached: true, now: 100_000 });
  expect(pace.isTime({ due: 9, now: 102_000, pulse })).toBe(false);
  expect(pace.isTime({ due: 10, now: 102_000, pulse })).toBe(true);
  expect(pace.isTime({ due: 1, now: 104_000, pulse })).toBe(true);
});

test("an hour without the gateway never stretches the pause: it is tried every two seconds, and all look again when it is back", () => {
  const pace = newPace();
  for (let now = 0; now <= 3_600_000; now += 2000) {
    expect(pace.isTime({ due: 1, now: now + 100_000, pulse })).toBe(true);
    expect(pace.looked({ isReached: false, now: now + 100_000 })).toBe("as before");
  }
  expect(pace.isTime({ due: 1, now: 3_701_000, pulse })).toBe(false);
  const answering = { ...pulse, seenAt: 3_700_500 };
  expect(pace.isTime({ due: 1, now: 3_701_000, pulse: answering })).toBe(true);
  expect(pace.looked({ isReached: true, now: 3_702_000 })).toBe("back");
});
