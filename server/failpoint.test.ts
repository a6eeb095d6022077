import { afterEach, expect, test, vi } from "vitest";
import { armFailpoint, failpoint } from "./failpoint.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test("a failpoint can't be armed in a process that was not started for it", () => {
  expect(() => armFailpoint({ name: "payments.queued" })).toThrow("TEST_FAILPOINTS=on");
  const kill = vi.spyOn(process, "kill").mockReturnValue(true);
  failpoint("payments.queued");
  expect(kill).not.toHaveBeenCalled();
});

test("a failpoint ends the process at the armed point and attempt only", () => {
  vi.stubEnv("TEST_FAILPOINTS", "on");
  const kill = vi.spyOn(process, "kill").mockReturnValue(true);
  armFailpoint({ name: "lookup.done", attemptId: "a1" });
  failpoint("lookup.begins", "a1");
  failpoint("lookup.done", "a2");
  expect(kill).not.toHaveBeenCalled();
  failpoint("lookup.done", "a1");
  expect(kill).toHaveBeenCalledExactlyOnceWith(process.pid, "SIGKILL");
});
