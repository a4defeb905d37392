import { DASH } from '#web/lib/format.ts'
/** An amount of a bill in USD, to a hundredth of a cent where it is small; `–` = none. */
export function usd(amount: number | null): string {
  if (amount === null) return DASH
  const digits = amount !== 0 && Math.abs(amount) < 1 ? 4 : 2
  const text = Math.abs(amount).toFixed(digits)
  return `${amount < 0 && Number(text) > 0 ? '-' : ''}$${text}`
}
