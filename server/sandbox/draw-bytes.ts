import { randomBytes } from "node:crypto";

const AT_ONCE = 8192;
let drawn = Buffer.alloc(0);
let used = 0;

/** A few random bytes, drawn many at a time: the call to the system costs what a hundred of them do. None is given out twice. */
export function drawBytes(count: number): Buffer {
  if (used + count > drawn.length) {
    drawn = randomBytes(AT_ONCE);
    used = 0;
  }
  used += count;
  return drawn.subarray(used - count, used);
}
