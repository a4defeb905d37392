import { sources } from './sources.ts'

const byPath = new Map(sources.map((source) => [source.path, source]))

/** Returns what is loaded with files, by path or name, each with the file that imports it first. */
export function loadedWith(...starts: string[]): Map<string, string> {
  const loaded = new Map(starts.map((start) => [start, '']))
  for (const path of loaded.keys()) {
    for (const { target, typeOnly, late } of byPath.get(path)?.imports ?? []) {
      if (!typeOnly && !late && !loaded.has(target)) loaded.set(target, path)
    }
  }
  return loaded
}
