import type { BusinessClock } from "#lib/business-day.ts";

export const benchClock: BusinessClock = { timeZone: "America/Chicago", dayStart: "00:00" };

/** The settings of a program that reads the console's store, in front of a gateway that it never asks. */
export const consoleEnvironment = (
  dataDir: string,
  databaseUrl: string | undefined,
): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  GATEWAY_URL: "http://127.0.0.1:9",
  GATEWAY_API_KEY: "bench",
  GATEWAY_API_PIN: "bench",
  GATEWAY_TIME_ZONE: benchClock.timeZone,
  AUTH_SECRET: "the secret of the bench, which signs nothing",
  CONSOLE_DATA_KEY: "the data key of the bench, which keys nothing",
});
