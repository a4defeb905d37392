/** Splits a typed or pasted text into names at commas and line breaks. */
export function splitNames(text: string): string[] {
  return text
    .split(/[,，\n]/)
    .map((name) => name.trim())
    .filter(Boolean)
}
