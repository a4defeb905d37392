/** Names in a typed or pasted text, separated by commas or line breaks. */
export function splitNames(text: string): string[] {
  return text
    .split(/[,，\n]/)
    .map((name) => name.trim())
    .filter(Boolean)
}
