/** Text that can stand anywhere in HTML, also inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
