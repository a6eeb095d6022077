export type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Whether it is a field that one types text into. */
export const isTextField = (target: EventTarget | null): target is TextField =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && /^(?:text|search|tel|url|email|number|password)$/.test(target.type));

/** Sets the value without React's knowledge; an `input` event that follows informs React. */
export function setRawValue(field: TextField, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
}
