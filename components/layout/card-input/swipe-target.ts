import type { SwipedCard } from "#lib/card-data/track.ts";

let target: ((card: SwipedCard) => void) | undefined;

/** Has swiped cards given to the form that is on the screen, until the function it returns is called. */
export function takeSwipes(take: (card: SwipedCard) => void): () => void {
  target = take;
  return () => {
    if (target === take) target = undefined;
  };
}

/** The form that takes cards, if there is one. */
export const swipeTarget = () => target;
