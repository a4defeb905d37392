/** Returns whether the date is near the solar or lunar new year, when the top bar shows wishes. */
export function isFestive(date: Date): boolean {
  const day = date.getDate()
  if (date.getMonth() === 0) return day === 1
  return date.getMonth() === 1 && day >= 9 && day <= 24
}
