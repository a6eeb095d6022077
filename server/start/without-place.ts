import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Takes out of a build what differs between two builds of the same sources: the folder's name, and the random keys of draft mode. `folder` is
 * what Next wrote for the project in `root`.
 */
export function takeOutPlace(folder: string, root: string): void {
  // `next start` reads the configuration itself; these are for builds that are moved elsewhere.
  change(join(folder, "required-server-files.json"), (file) => withoutRoot(file, root));
  change(
    join(folder, "required-server-files.js"),
    (file) => withoutRoot(file, root),
    "self.__SERVER_FILES_MANIFEST=",
  );
  change(join(folder, "server/preview-props.json"), withoutKeys);
  change(join(folder, "prerender-manifest.json"), withoutKeys);
}

/** A file that isn't there, or isn't as known, fails the build: another version of Next writes it otherwise. */
function change(path: string, to: (file: unknown) => unknown, prefix = ""): void {
  const text = readFileSync(path, "utf8");
  if (!text.startsWith(prefix)) throw new Error(`${path} does not begin with ${prefix}`);
  const file: unknown = JSON.parse(text.slice(prefix.length));
  writeFileSync(path, prefix + JSON.stringify(to(file), null, 2));
}

const withoutRoot = (file: unknown, root: string) =>
  mapTexts(file, (text) =>
    text === root || text.startsWith(`${root}/`) || text.startsWith(`${root}\\`)
      ? `.${text.slice(root.length)}`
      : text,
  );

const withoutKeys = (file: unknown) =>
  mapTexts(file, (text, name) => (name.startsWith("previewMode") ? noKey : text));

/** No header or cookie can hold half a character, so nothing that is sent equals it. Without a key, a request without one would. */
const noKey = "\ud800".repeat(16);

function mapTexts(file: unknown, to: (text: string, name: string) => string): unknown {
  return JSON.parse(JSON.stringify(file), (name, value: unknown) =>
    typeof value === "string" ? to(value, name) : value,
  );
}
