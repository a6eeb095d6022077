/**
 * Runs in the page itself, until React has taken its form over (`data-starting` goes then): a digit typed before the
 * browser has given the first field its focus goes there, and Enter leads to the next field as it does later. Without
 * it the number typed after Enter would be added to the amount before.
 */
export const earlyKeys = `
addEventListener("keydown", (event) => {
  const form = document.querySelector("form[data-starting]");
  if (!form || event.ctrlKey || event.altKey || event.metaKey) return;
  const here = document.activeElement;
  const fields = [...form.querySelectorAll("input:enabled:not([type=checkbox])")];
  if (event.key === "Enter" && fields.includes(here)) {
    event.preventDefault();
    fields[fields.indexOf(here) + 1]?.focus();
  } else if (here === document.body && /^[\\d.,$]$/.test(event.key)) {
    form.querySelector("[data-autofocus]")?.focus();
  }
}, true);
`;
