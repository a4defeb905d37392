/** The days around the new year, by the sun and by the moon, on which the top bar has wishes. */
export function isFestive(date: Date): boolean {
  const day = date.getDate()
  if (date.getMonth() === 0) return day === 1
  return date.getMonth() === 1 && day >= 9 && day <= 24
}
