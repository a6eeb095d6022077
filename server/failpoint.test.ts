import { afterEach, expect, test, vi } from "vitest";
import { armFailpoint, failpoint } from "./failpoint.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test("cannot be armed in a process that was not started for it", () => {
  expect(() => armFailpoint({ name: "payments.queued" })).toThrow("TEST_FAILPOINTS=on");
  const kill = vi.spyOn(process, "kill").mockReturnValue(true);
  failpoint("payments.queued");
  expect(kill).not.toHaveBeenCalled();
});

test("ends the process at the armed point and attempt only", () => {
  vi.stubEnv("TEST_FAILPOINTS", "on");
  const kill = vi.spyOn(process, "kill").mockReturnValue(true);
  armFailpoint({ name: "lookup.looked", attemptId: "a1" });
  failpoint("lookup.about-to-look", "a1");
  failpoint("lookup.looked", "a2");
  expect(kill).not.toHaveBeenCalled();
  failpoint("lookup.looked", "a1");
  expect(kill).toHaveBeenCalledExactlyOnceWith(process.pid, "SIGKILL");
});
