import { accessSync, constants, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The folders of PATH. */
export function pathFolders(): string[] {
  return (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
}

/** The first of these programs that is on PATH, as an absolute path. */
export function findOnPath(...names: string[]): string | undefined {
  return names.flatMap((name) => pathFolders().map((folder) => join(folder, name))).find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The names in a folder; none when it is not there. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
