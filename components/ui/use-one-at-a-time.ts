import { useRef } from "react";

/** Wraps a call that a double press would make twice: while one is under way, another is dropped and gives undefined. */
export function useOneAtATime(): <Value>(call: () => Promise<Value>) => Promise<Value | undefined> {
  const isUnderWay = useRef(false);
  return async (call) => {
    if (isUnderWay.current) return undefined;
    isUnderWay.current = true;
    try {
      return await call();
    } finally {
      isUnderWay.current = false;
    }
  };
}
