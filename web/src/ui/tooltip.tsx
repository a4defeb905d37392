/** Gives an element a tooltip: `<span {...tip('500,000 units')}>`. Extra words only, never the sole name of a control. */
export function tip(text: string | undefined) {
  return { 'data-tip': text }
}

/** Like `tip` for a text in one line: shown only while the text is cut off, which its own direction does at its end. */
export function tipIfCut(text: string) {
  return { 'data-tip': text, 'data-tip-if-cut': '', dir: 'auto' } as const
}
