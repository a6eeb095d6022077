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
 * Runs `act` now, or after the click while a pointer is down. Pressing a button blurs the current field: an error shown at
 * that moment would move the button away from the pointer, and the click would be lost.
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
