import { createHash } from 'node:crypto'

/** Names the environment variables of secrets: the same secret has the same name in each export. */
export function secretNames(): (...parts: string[]) => string {
  const taken = new Set<string>()
  return (...parts) => {
    const name = parts.map(wordsOf).join('_')
    let free = name
    for (let place = 2; taken.has(free); place++) free = `${name}_${place}`
    taken.add(free)
    return free
  }
}

/** `OpenAI main` → `OPENAI_MAIN`; a name without such letters is named by its hash. */
function wordsOf(text: string): string {
  const words = text
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  return words || createHash('sha256').update(text).digest('hex').slice(0, 8).toUpperCase()
}
