import { expect, test } from "vitest";
import { proveTwoConsoles } from "./two-consoles.ts";

const postgresUrl = process.env.TEST_POSTGRES_URL;

test.skipIf(!postgresUrl)(
  "two consoles on one PostgreSQL charge a form once, refund a sale in turn and settle what the other left",
  async () => {
    const { broken, notRun } = await proveTwoConsoles({ size: "small", seed: 1, postgresUrl });
    expect(notRun).toBeUndefined();
    expect(broken).toEqual([]);
  },
  600_000,
);
