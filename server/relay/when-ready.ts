/** Goes on with a value as soon as it is there: mostly it is, and a promise costs more than most steps of a call. */
export function whenReady<T, R>(value: T | Promise<T>, use: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(use) : use(value)
}
