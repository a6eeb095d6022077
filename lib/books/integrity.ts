import { translated } from "#lib/language/t.ts";

/**
 * Whether a signed record in the store is as it was signed. `unsealed`: it was signed before records were sealed with the
 * data key, and matches the plain hashes it has. `otherKey`: sealed with a data key that is no longer set.
 */
export type Integrity = "intact" | "unsealed" | "otherKey" | "changed";

/** What a person reads of a record that can't be trusted like the others; undefined when there is nothing to say. */
export const integrityNotes: Record<Integrity, { title: string; text: string } | undefined> = translated(
  ["title", "text"],
  {
    intact: undefined,
    unsealed: {
      title: "Signed before records were sealed.",
      text: "Someone with access to the database could have changed it unnoticed. Compare it with the printed or saved report.",
    },
    otherKey: {
      title: "Sealed with an earlier data key.",
      text: "It can't be checked here while that key isn't set as CONSOLE_DATA_KEY_OLD. Compare with the printed or saved report.",
    },
    changed: {
      title: "This record was changed in the database.",
      text: "It no longer matches what was signed. Compare with the printed or saved report.",
    },
  },
);
