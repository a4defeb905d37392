/** Returns the result of a database query. Throws its error, or an error when it takes longer than `ms` milliseconds. */
export function within<T>(ms: number, query: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the database has not answered for ${ms} ms`)), ms)
  })
  return Promise.race([query, late]).finally(() => clearTimeout(timer))
}
