import { useLayoutEffect, useRef, useState } from "react";

/** One and the same function for the component's life that acts as the last render's: for a part that is not to be drawn anew. */
export function useSteady<Values extends unknown[]>(act: (...values: Values) => void) {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  const [steady] = useState(
    () =>
      (...values: Values) =>
        latest.current(...values),
  );
  return steady;
}
