import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";

/** Settings that may also be given as `NAME_FILE`, the path of a file that holds the value (Docker and Kubernetes secrets). */
const fileSettings = [
  "DATABASE_URL",
  "GATEWAY_API_KEY",
  "GATEWAY_API_PIN",
  "GATEWAY_WEBHOOK_KEY",
  "GATEWAY_WEBHOOK_KEY_OLD",
  "AUTH_SECRET",
  "AUTH_SECRET_OLD",
  "METRICS_TOKEN",
  "CONSOLE_DATA_KEY",
  "CONSOLE_DATA_KEY_OLD",
  "SMTP_URL",
  "OIDC_CLIENT_SECRET",
] as const;

type Given = Record<string, string>;

/** The settings with the contents of those files in their place, and a sentence for each that cannot be used. */
export function withSecretFiles(given: Given): { given: Given; sentences: string[] } {
  const sentences: string[] = [];
  const read: Given = {};
  for (const name of fileSettings) {
    const path = given[`${name}_FILE`];
    if (path === undefined) continue;
    if (given[name] !== undefined) sentences.push(`Set ${name} or ${name}_FILE, not both.`);
    else {
      const text = readSecret(path);
      if (text) read[name] = text;
      else
        sentences.push(
          `${name}_FILE must be the path of a file that holds the secret: "${path}" ${text === "" ? "is empty" : "cannot be read"}.`,
        );
    }
  }
  return { given: { ...given, ...read }, sentences };
}

/** In front of a real gateway the data key's file may not be in the folder that is backed up with the store. */
export function keyFileSentences(given: Given): string[] {
  const { GATEWAY_URL, CONSOLE_DATA_KEY_FILE: file, DATA_DIR = "./data" } = given;
  if (!GATEWAY_URL || !file) return [];
  // Turbopack would trace the whole project into the build: both paths are only known at run time.
  const isInside = !relative(
    resolve(/* turbopackIgnore: true */ DATA_DIR),
    resolve(/* turbopackIgnore: true */ file),
  ).startsWith("..");
  return isInside
    ? ["CONSOLE_DATA_KEY_FILE must be outside DATA_DIR: a backup of the store would hold its key."]
    : [];
}

/** Settings that keep files from being read again by a program that gets the values themselves. */
export const noSecretFiles: Given = Object.fromEntries(
  // The starter hands on where the store is as it was given.
  fileSettings.filter((name) => name !== "DATABASE_URL").map((name) => [`${name}_FILE`, ""]),
);

function readSecret(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return undefined;
  }
}
