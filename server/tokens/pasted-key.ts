/** The key in what somebody pasted: `KEY`, `sk-KEY`, or as callers send it, `Bearer sk-KEY-12`. "" for none. */
export function pastedKey(text: string): string {
  return text
    .trim()
    .replace(/^bearer\s+/i, '')
    .replace(/^sk-/i, '')
    .replace(/-.*$/s, '')
}
