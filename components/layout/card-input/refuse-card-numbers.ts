import { cardNumberProblem, holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { t } from "#lib/language/t.ts";
import { isTextField, setRawValue, type TextField } from "./text-field.ts";

/**
 * Refuses card numbers in every field of every page, as they are typed or pasted: the field is cleared before the page
 * reads it, and says why; a number typed before this ran goes too. Left out are fields for card and account numbers, fields
 * that refuse them on their own (`data-card-numbers`), and passwords. Returns the function that stops it.
 */
export function refuseCardNumbers(): () => void {
  let shown: ({ field: TextField } & Note) | undefined;
  /** Cleared, and still empty: a form that moves money shows it once more before the rest is sent without it. */
  let cleared: TextField | undefined;
  const hide = () => {
    shown?.remove();
    shown = undefined;
  };
  const show = (field: TextField) => {
    hide();
    shown = { field, ...showProblem(field) };
  };
  const onInput = ({ target }: Event) => {
    if (!isTextField(target) || target.type === "password" || target.closest("[data-card-numbers]")) return;
    if (shown?.field === target && target.value !== "") hide();
    if (cleared === target && target.value !== "") cleared = undefined;
    if (!holdsCardNumber(target.value)) return;
    setRawValue(target, "");
    cleared = target;
    show(target);
  };
  const onPress = (event: Event) => {
    if (event instanceof KeyboardEvent && !(event.key === "Enter" && (event.ctrlKey || event.metaKey)))
      return;
    const field = cleared;
    if (!field?.isConnected || !field.closest("form[data-shows-refused]")) return;
    cleared = undefined;
    event.preventDefault();
    event.stopImmediatePropagation();
    field.focus();
    show(field);
  };
  const onBlur = ({ target }: Event) => {
    if (target === shown?.field) hide();
  };
  // The press that shows it scrolls to the field.
  const onScroll = () => shown?.place();
  document.addEventListener("input", onInput, true);
  document.addEventListener("focusout", onBlur, true);
  window.addEventListener("keydown", onPress, true);
  window.addEventListener("submit", onPress, true);
  window.addEventListener("scroll", onScroll, true);
  for (const field of document.querySelectorAll("input, textarea"))
    if (isTextField(field) && holdsCardNumber(field.value))
      field.dispatchEvent(new Event("input", { bubbles: true }));
  return () => {
    hide();
    document.removeEventListener("input", onInput, true);
    document.removeEventListener("focusout", onBlur, true);
    window.removeEventListener("keydown", onPress, true);
    window.removeEventListener("submit", onPress, true);
    window.removeEventListener("scroll", onScroll, true);
  };
}

type Note = {
  /** Puts it under its field, or at the edge of the window that the field is beyond. */
  place: () => void;
  remove: () => void;
};

/** Shows the problem under the field and ties it to it. */
function showProblem(field: TextField): Note {
  const note = document.createElement("p");
  note.id = `card-number-refused-${++count}`;
  note.setAttribute("role", "alert");
  note.className =
    "fixed z-50 max-w-xs rounded-md border border-line bg-surface p-2 text-13 text-declined shadow-menu print:hidden";
  const place = () => {
    const { left, bottom } = field.getBoundingClientRect();
    note.style.left = `${Math.max(8, Math.min(left, window.innerWidth - 328))}px`;
    note.style.top = `${Math.max(8, Math.min(bottom + 4, window.innerHeight - 64))}px`;
  };
  place();
  note.textContent = t(cardNumberProblem);
  // A dialog lies over everything that is not in it.
  (field.closest("dialog") ?? document.body).append(note);
  // After the page has drawn the emptied field, which may have lost a help text of its own.
  const timer = setTimeout(() => {
    const described = field.getAttribute("aria-describedby");
    field.setAttribute("aria-describedby", [described, note.id].filter(Boolean).join(" "));
  });
  const remove = () => {
    clearTimeout(timer);
    note.remove();
    const rest = field.getAttribute("aria-describedby")?.replace(note.id, "").trim();
    if (rest) field.setAttribute("aria-describedby", rest);
    else field.removeAttribute("aria-describedby");
  };
  return { place, remove };
}

let count = 0;
