/** A value, or the promise of one that is not in memory. */
export type MaybePromise<T> = T | Promise<T>

/**
 * Returns what `next` makes of a value. A value that is there is used at once: calls whose facts are all in memory
 * wait for nothing.
 */
export function andThen<T, Result>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value)
}
