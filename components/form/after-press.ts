let isPressed = false;
const ends = ["pointerup", "pointercancel"];

function watchPresses() {
  const note = ({ type }: Event) => {
    isPressed = type === "pointerdown";
  };
  for (const type of ["pointerdown", ...ends]) window.addEventListener(type, note, true);
}
if (typeof window !== "undefined") watchPresses();

/**
 * Runs `act` now, or after the click while a pointer is down. A press on a button leaves the field before it: an error
 * shown in that moment would move the button away from under the pointer, and the click would be lost.
 */
export function afterPress(act: () => void): void {
  if (!isPressed) {
    act();
    return;
  }
  const run = () => {
    for (const end of ends) window.removeEventListener(end, run);
    // The click comes in the same task as the end of the press.
    setTimeout(act);
  };
  for (const end of ends) window.addEventListener(end, run);
}
