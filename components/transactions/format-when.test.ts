import { describe, expect, it } from "vitest";
import { formatWhen } from "./format-when.ts";

describe("a moment in words", () => {
  const now = "2026-11-20 15:00:00";

  it("says no more of the day than is needed", () => {
    expect(formatWhen("2026-11-20 14:12:08", now)).toBe("today 14:12");
    expect(formatWhen("2026-11-20 14:12:08", now, { seconds: true })).toBe("today 14:12:08");
    expect(formatWhen("2026-11-07 14:12:08", now)).toBe("7 Nov 14:12");
    expect(formatWhen("2025-11-20 14:12:08", now)).toBe("20 Nov 2025 14:12");
  });

  it("leaves what is no moment as it came", () => {
    expect(formatWhen("soon", now)).toBe("soon");
  });
});
