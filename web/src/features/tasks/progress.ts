/** Returns the whole percentage of a progress text such as `40%`; 0 for invalid text. */
export function percentOf(progress: string): number {
  const value = Number.parseFloat(progress)
  return Number.isFinite(value) ? Math.round(Math.min(100, Math.max(0, value))) : 0
}
