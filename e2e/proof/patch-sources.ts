import { registerHooks } from "node:module";
import { projectRoot } from "#server/start/project-root.ts";

/** A change of a source as it is loaded: `find` occurs exactly once in `file` (relative to the project root). */
export type SourcePatch = { file: string; find: string; replace: string };

/**
 * Changes sources of this process as they are loaded, so that the product needs no seams for its proof. A text that is no
 * longer there ends the program: a patch that does nothing would prove nothing. Call the returned check when all is loaded.
 */
export function patchSources(patches: readonly SourcePatch[]): () => void {
  const waiting = new Set(patches);
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const own = patches.filter(({ file }) => url === `file://${projectRoot}/${file}`);
      if (own.length === 0 || !loaded.source) return loaded;
      let source =
        typeof loaded.source === "string" ? loaded.source : new TextDecoder().decode(loaded.source);
      for (const patch of own) {
        source = replaceOnce(source, patch);
        waiting.delete(patch);
      }
      return { ...loaded, source };
    },
  });
  return () => {
    const [missed] = waiting;
    if (missed) throw new Error(`${missed.file} was never loaded: its patch did nothing.`);
  };
}

function replaceOnce(source: string, { file, find, replace }: SourcePatch): string {
  const parts = source.split(find);
  if (parts.length !== 2)
    throw new Error(`"${find}" occurs ${parts.length - 1} times in ${file}: update the patch.`);
  return parts.join(replace);
}
