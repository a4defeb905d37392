/** Converts Unix seconds to the value of a `datetime-local` input in the browser's zone; "" for an invalid time. */
export function toLocalInput(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds <= 0) return ''
  const date = new Date(seconds * 1000)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}

/** Converts the value of a `datetime-local` input to Unix seconds; NaN when it is empty or invalid. */
export function fromLocalInput(text: string): number {
  return Math.floor(new Date(text).getTime() / 1000)
}
