/** Where a tab keeps what its user typed past a reload, until they sign out: the form of its charge page, and the small drafts of other pages. */
export const typedItems = { charge: "charge-draft", pages: "kept-drafts" } as const;

type Typed = keyof typeof typedItems;

let isSignedOut = false;

/** What is kept there; undefined without it, or in a browser that keeps nothing. It may be anything. */
export function readTyped(item: Typed): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(typedItems[item]) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps this in its place; without a value, and from a sign-out on, nothing is kept there. */
export function storeTyped(item: Typed, value: object | undefined): void {
  try {
    if (value && !isSignedOut) sessionStorage.setItem(typedItems[item], JSON.stringify(value));
    else sessionStorage.removeItem(typedItems[item]);
  } catch {
    // Without storage a reload loses what was typed, as the browser asked before.
  }
}

/** For every form that signs out and for a page that is discarded: nothing that was typed outlives it, also not what a page would keep when it is left. */
export function forgetTyped(): void {
  isSignedOut = true;
  keepOnlyOf(undefined);
}

/** This user is signed in: what they type is kept again, and nothing that another one typed. */
export function keepTyped(user: string | undefined): void {
  isSignedOut = false;
  keepOnlyOf(user);
}

function keepOnlyOf(user: string | undefined): void {
  for (const item of ["charge", "pages"] as const)
    if (!user || Object(readTyped(item)).user !== user) storeTyped(item, undefined);
}
