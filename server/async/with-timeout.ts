/** What a question to the database resolves to. Throws what it throws, and when it takes longer than `ms` milliseconds. */
export function within<T>(ms: number, asked: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the database has not answered for ${ms} ms`)), ms)
  })
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}
