/** Whole percent of a progress text such as `40%`; 0 for what is none. */
export function percentOf(progress: string): number {
  const value = Number.parseFloat(progress)
  return Number.isFinite(value) ? Math.round(Math.min(100, Math.max(0, value))) : 0
}
