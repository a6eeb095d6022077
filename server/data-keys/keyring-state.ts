/** What the store says about data keys, as this process last read it. */
export type Keyring = {
  /** The id of the key that is written under; undefined before the store was read. */
  activeId: string | undefined;
  /** Earlier keys, each encrypted under another. */
  retired: readonly { id: string; wrapped: string }[];
};

export const currentKeyring = (): Keyring => shared()[key] ?? none;

/** Keeps the current object while nothing changes, so that derived keys can be cached with it. */
export function setKeyring(keyring: Keyring): void {
  if (JSON.stringify(currentKeyring()) !== JSON.stringify(keyring)) shared()[key] = keyring;
}

const none: Keyring = { activeId: undefined, retired: [] };
/** globalThis: the build may contain this module more than once. */
const shared = () => globalThis as typeof globalThis & { [key]?: Keyring };
const key: unique symbol = Symbol.for("merchant-console.keyring");
