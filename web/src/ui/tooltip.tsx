/**
 * Adds a tooltip to an element: `<span {...tip('500,000 units')}>`. For additional text only, never as the sole
 * name of a control.
 */
export function tip(text: string | undefined) {
  return { 'data-tip': text }
}

/**
 * Like `tip` for a one-line text: shown only while the text is cut, which happens at the end of its own writing
 * direction.
 */
export function tipIfCut(text: string) {
  return { 'data-tip': text, 'data-tip-if-cut': '', dir: 'auto' } as const
}
