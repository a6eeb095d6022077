/**
 * Runs in the page until React has hydrated its form (which removes `data-starting`): digits typed before the first field
 * has focus, or before it exists, go into it, and Enter moves to the next field as it does later. Without it, a number
 * typed after Enter would be appended to the amount.
 */
export const earlyKeys = `
{
  let early = "";
  const isAmount = ({ key, ctrlKey, altKey, metaKey }) =>
    /^[\\d.,$]$/.test(key) && !ctrlKey && !altKey && !metaKey;
  const arrived = new MutationObserver(() => {
    const field = document.querySelector("form[data-starting] [data-autofocus]");
    if (!field) return;
    arrived.disconnect();
    field.value = early + field.value;
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  });
  addEventListener("keydown", (event) => {
    const form = document.querySelector("form[data-starting]");
    const here = document.activeElement;
    const isFree = here === document.body || here === document.documentElement || here === null;
    if (!form) {
      if (document.readyState !== "loading" || !isFree || !isAmount(event)) return;
      event.preventDefault();
      early += event.key;
      arrived.observe(document, { childList: true, subtree: true });
      return;
    }
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const fields = [...form.querySelectorAll("input:enabled:not([type=checkbox])")];
    if (event.key === "Enter" && fields.includes(here)) {
      event.preventDefault();
      fields[fields.indexOf(here) + 1]?.focus();
    } else if (isFree && isAmount(event)) {
      form.querySelector("[data-autofocus]")?.focus();
    }
  }, true);
}
`;
