/** Unix seconds as the value of a `datetime-local` input, in the browser's zone; "" for what is no time. */
export function toLocalInput(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds <= 0) return ''
  const date = new Date(seconds * 1000)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}

/** The value of a `datetime-local` input as Unix seconds; NaN when it is empty or no time. */
export function fromLocalInput(text: string): number {
  return Math.floor(new Date(text).getTime() / 1000)
}
