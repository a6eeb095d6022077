import { posix } from "node:path";

export type Import = {
  line: number;
  /** A path from the project's root for our own files, else the name of the package. */
  target: string;
};

/** What a source file imports: static, dynamic, type-only and re-exported. `file` is its path from the project's root. */
export function importsOf(file: string, source: string): Import[] {
  return [...source.matchAll(SPECIFIER)].map((match) => {
    const [statement, specifier = ""] = match;
    const line = source.slice(0, match.index + statement.length).split("\n").length;
    return { line, target: toTarget(file, specifier) };
  });
}

/** `from "x"` at the end of a statement, a bare `import "x"`, and `import("x")` of values and types. */
const SPECIFIER =
  /(?:^\s*(?:import|export)\b[^"'`;]*?\bfrom\s*|^\s*import\s*|\bimport\s*\(\s*)["']([^"'\n]+)["']/gm;

function toTarget(file: string, specifier: string): string {
  if (specifier.startsWith("#")) return specifier.slice(1);
  if (specifier.startsWith(".")) return posix.join(posix.dirname(file), specifier);
  return specifier;
}
