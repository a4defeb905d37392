/**
 * Extracts the key from a pasted text: `KEY`, `sk-KEY`, or as callers send it, `Bearer sk-KEY-12`. "" if there is
 * none.
 */
export function pastedKey(text: string): string {
  return text
    .trim()
    .replace(/^bearer\s+/i, '')
    .replace(/^sk-/i, '')
    .replace(/-.*$/s, '')
}
