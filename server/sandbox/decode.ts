/** A path, or a part of one, as it was meant; an escape sequence that stands for nothing stays as it came. */
export function decode(path: string): string {
  if (!path.includes("%")) return path;
  return path.replaceAll(/(?:%[0-9A-F]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
}
