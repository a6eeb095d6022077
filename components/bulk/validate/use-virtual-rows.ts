"use client";

import { type UIEvent, useEffect, useState } from "react";

/** Rows are drawn in stretches of this many, so that most steps of a scroll change nothing. */
const stretch = 10;
/** The tallest element that every browser draws. */
const maxPixels = 17_000_000;

/**
 * Which of very many rows of one height are in the page. Rows that can be measured one by one would cost the page's
 * thread seconds at 200,000 of them. `gap` is one opening below a row, for a form.
 */
export function useVirtualRows(count: number, gap: { below: number; height: number } | undefined) {
  const rowHeight = useRowHeight();
  const [view, setView] = useState({ first: 0, seen: 0 });
  const drawn = Math.min(count, Math.floor(maxPixels / rowHeight));
  const from = Math.max(0, (Math.floor(view.first / stretch) - 1) * stretch);
  const to = Math.min(drawn, from + 3 * stretch + Math.ceil(view.seen / stretch) * stretch);
  const topOf = (place: number) => place * rowHeight + (gap && place > gap.below ? gap.height : 0);
  return {
    rowHeight,
    from,
    places: Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at),
    topOf,
    height: topOf(drawn),
    /** How many rows have no room; a filter or the file of faults has them. */
    beyond: count - drawn,
    onScroll: ({ currentTarget: { scrollTop, clientHeight } }: UIEvent<HTMLElement>) => {
      const first = Math.floor(scrollTop / rowHeight / stretch) * stretch;
      const seen = Math.ceil(clientHeight / rowHeight);
      if (first !== view.first || seen !== view.seen) setView({ first, seen });
    },
  };
}

/** On a phone the cells of a row are stacked. */
function useRowHeight(): number {
  const [isNarrow, setIsNarrow] = useState(false);
  useEffect(() => {
    const query = window.matchMedia("(max-width: 639.98px)");
    const look = () => setIsNarrow(query.matches);
    look();
    query.addEventListener("change", look);
    return () => query.removeEventListener("change", look);
  }, []);
  return isNarrow ? 132 : 60;
}
