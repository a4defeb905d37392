/** Returns why an amount of earnings, in quota units, cannot be transferred; null when it can. */
export function transferProblem(quota: number | null, { least, available }: { least: number; available: number }) {
  if (quota !== null && Number.isNaN(quota)) return 'unreadable'
  if (quota === null || quota < least) return 'low'
  if (!Number.isInteger(quota)) return 'whole'
  return quota > available ? 'high' : null
}
