/**
 * The name by which models of a bill and of calls are compared: `Claude Haiku 4.5`, `claude-haiku-4-5-20251001` and
 * `anthropic/claude-haiku-4.5` are one model, and dated versions of a model are too.
 */
export function modelKey(name: string): string {
  const key = name
    .toLowerCase()
    .replace(/^.*\//, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  if (key === '') return name.toLowerCase()
  return key.replace(/-(?:20\d{2}-\d{2}-\d{2}|20\d{6})$/, '')
}
