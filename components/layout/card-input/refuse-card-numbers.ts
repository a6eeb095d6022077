import { cardNumberProblem, holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { isTextField, setRawValue, type TextField } from "./text-field.ts";

/**
 * Refuses card numbers in every field of every page, as they are typed or pasted: the field is cleared before the page
 * reads it, and says why. Left out are fields for card numbers, and forms that refuse them at their own fields
 * (`data-card-numbers`), and passwords. Returns the function that stops it.
 */
export function refuseCardNumbers(): () => void {
  let shown: { field: TextField; remove: () => void } | undefined;
  const hide = () => {
    shown?.remove();
    shown = undefined;
  };
  const onInput = ({ target }: Event) => {
    if (!isTextField(target) || target.type === "password" || target.closest("[data-card-numbers]")) return;
    if (shown?.field === target && target.value !== "") hide();
    if (!holdsCardNumber(target.value)) return;
    setRawValue(target, "");
    hide();
    shown = { field: target, remove: showProblem(target) };
  };
  const onBlur = ({ target }: Event) => {
    if (target === shown?.field) hide();
  };
  // A field scrolls within itself too, as its text becomes shorter.
  const onScroll = ({ target }: Event) => {
    if (shown && target !== shown.field && target instanceof Node && target.contains(shown.field)) hide();
  };
  document.addEventListener("input", onInput, true);
  document.addEventListener("focusout", onBlur, true);
  window.addEventListener("scroll", onScroll, true);
  return () => {
    hide();
    document.removeEventListener("input", onInput, true);
    document.removeEventListener("focusout", onBlur, true);
    window.removeEventListener("scroll", onScroll, true);
  };
}

/** Shows the problem under the field and ties it to it. Returns the function that takes it away. */
function showProblem(field: TextField): () => void {
  const note = document.createElement("p");
  note.id = `card-number-refused-${++count}`;
  note.setAttribute("role", "alert");
  note.className =
    "fixed z-50 max-w-xs rounded-md border border-line bg-surface p-2 text-13 text-declined shadow-menu print:hidden";
  const { left, bottom } = field.getBoundingClientRect();
  note.style.left = `${Math.max(8, Math.min(left, window.innerWidth - 328))}px`;
  note.style.top = `${Math.min(bottom + 4, window.innerHeight - 64)}px`;
  note.textContent = cardNumberProblem;
  // A dialog lies over everything that is not in it.
  (field.closest("dialog") ?? document.body).append(note);
  const described = field.getAttribute("aria-describedby");
  field.setAttribute("aria-describedby", [described, note.id].filter(Boolean).join(" "));
  return () => {
    note.remove();
    const rest = field.getAttribute("aria-describedby")?.replace(note.id, "").trim();
    if (rest) field.setAttribute("aria-describedby", rest);
    else field.removeAttribute("aria-describedby");
  };
}

let count = 0;
