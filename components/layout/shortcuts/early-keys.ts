/**
 * Runs in the page until React has hydrated its form (which removes `data-starting`): digits typed before the first field
 * has focus, or before the whole form is there (a streamed part arrives hidden, any in pieces), go into it, and Enter moves
 * to the next field as it does later. Without it, a number typed after Enter would be appended to the amount. Ctrl+K moves
 * to the find box of a header that isn't hydrated yet. Other shortcuts are noted, and the page acts on them (hotkey-store.ts).
 */
export const earlyKeys = `
{
  let early = "";
  const isAmount = ({ key, ctrlKey, altKey, metaKey }) =>
    /^[\\d.,$]$/.test(key) && !ctrlKey && !altKey && !metaKey;
  const startingForm = () => document.querySelector("form[data-starting]");
  const firstOf = (form) => form.querySelector("[data-autofocus]");
  const fieldsOf = (form) => [...form.querySelectorAll("input:enabled:not([type=checkbox])")];
  const isWhole = (form) => {
    let node = form;
    while (node && !node.nextSibling) node = node.parentNode;
    return node !== null || document.readyState !== "loading";
  };
  const isShown = (form) => form !== null && isWhole(form) && form.getClientRects().length > 0;
  const arrived = new MutationObserver(() => {
    const form = startingForm();
    if (!isShown(form)) return;
    arrived.disconnect();
    const first = firstOf(form);
    if (!first) return;
    const fields = fieldsOf(form);
    for (const [place, typed] of early.split("\\n").entries()) {
      const field = fields[fields.indexOf(first) + place];
      if (!field) break;
      field.value = typed + field.value;
      field.focus();
      field.setSelectionRange(field.value.length, field.value.length);
    }
  });
  const noted = [];
  window.earlyShortcuts = noted;
  const note = (event, isFree) => {
    const { key, code, altKey, ctrlKey, metaKey } = event;
    if (window.earlyShortcuts !== noted || ctrlKey || metaKey) return;
    if (altKey ? /^Digit[1-4]$/.test(code) : isFree && /^[a-z?/]$/.test(key)) noted.push(event);
  };
  addEventListener("keydown", (event) => {
    const find = document.querySelector("input[data-find-starting]");
    if (find && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
      event.preventDefault();
      find.focus();
      return;
    }
    const form = startingForm();
    const here = document.activeElement;
    const isFree = here === document.body || here === document.documentElement || here === null;
    note(event, isFree);
    if (!form && document.readyState !== "loading") return;
    if (!isShown(form)) {
      const isEnter = event.key === "Enter" && early !== "";
      if (!isFree || !(isEnter || isAmount(event))) return;
      event.preventDefault();
      early += isEnter ? "\\n" : event.key;
      arrived.observe(document, { childList: true, subtree: true });
      return;
    }
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const fields = fieldsOf(form);
    if (event.key === "Enter" && fields.includes(here)) {
      event.preventDefault();
      fields[fields.indexOf(here) + 1]?.focus();
    } else if (isFree && isAmount(event)) {
      firstOf(form)?.focus();
    }
  }, true);
}
`;
