import type { Source } from './sources.ts'

/** An import that goes from one module to another. */
export interface Arrow {
  from: string
  to: string
  /** The import behind it: `path imports path`. */
  because: string
}

/**
 * Returns the module of a product file, undefined for files of no module. A module is a folder of an area of the server (channels are one), of
 * `contract/` or of `web/src/features/`; the relay's folders are modules too, and so is each file beside such folders.
 */
export function moduleOf(path: string): string | undefined {
  const found =
    /^(?:server\/calls\/relay\/[^/]+|server\/channels|server\/[a-z]+\/[^/]+|(?:server|contract|web\/src\/features)\/[^/]+)/.exec(
      path,
    )
  return found?.[0]
}

/** Returns the area of a file of the server; a start file is an area of its own. */
export const areaOf = (path: string): string | undefined => /^server\/[^/]+/.exec(path)?.[0]

/** Returns the sub-folder of `folder` that a file is in; the files of the folder itself are one part together. */
export function partOf(folder: string): (path: string) => string | undefined {
  return (path) => {
    if (!path.startsWith(`${folder}/`)) return undefined
    const [part = '', rest] = path.slice(folder.length + 1).split('/')
    return rest === undefined ? folder : `${folder}/${part}`
  }
}

/**
 * Returns one arrow for each pair of modules below `folder` of which one imports the other; imports of types count.
 * `nameOf` says which module a file belongs to.
 */
export function arrowsBelow(folder: string, sources: readonly Source[], nameOf = moduleOf): Arrow[] {
  const arrows = new Map<string, Arrow>()
  for (const { path, imports, isTest } of sources) {
    if (isTest || !path.startsWith(`${folder}/`)) continue
    for (const { target } of imports) {
      const [from, to] = [nameOf(path), nameOf(target)]
      if (!from || !to || from === to || !target.startsWith(`${folder}/`)) continue
      const key = `${from} ${to}`
      if (!arrows.has(key)) arrows.set(key, { from, to, because: `${path} imports ${target}` })
    }
  }
  return [...arrows.values()]
}

/** Returns the arrows of one cycle in their order, a shortest one through the module it begins with; [] = there is none. */
export function cycleIn(arrows: readonly Arrow[]): Arrow[] {
  const starts = [...new Set(arrows.map(({ from }) => from))].sort()
  for (const start of starts) {
    const path = shortestWay(start, start, arrows)
    if (path) return path
  }
  return []
}

/** Breadth first, so that the way found has the fewest arrows. */
function shortestWay(from: string, to: string, arrows: readonly Arrow[]): Arrow[] | undefined {
  const seen = new Set<string>()
  let ways: Arrow[][] = arrows.filter((arrow) => arrow.from === from).map((arrow) => [arrow])
  while (ways.length > 0) {
    const found = ways.find((way) => way.at(-1)?.to === to)
    if (found) return found
    ways = ways.flatMap((way) => {
      const end = way.at(-1)?.to ?? ''
      if (seen.has(end)) return []
      seen.add(end)
      return arrows.filter((arrow) => arrow.from === end).map((arrow) => [...way, arrow])
    })
  }
  return undefined
}

/** Returns the modules of arrows without a cycle in levels: each module imports modules of earlier levels only. */
export function levelsOf(arrows: readonly Arrow[]): string[][] {
  const levels: string[][] = []
  let rest = [...new Set(arrows.flatMap(({ from, to }) => [from, to]))].sort()
  while (rest.length > 0) {
    const level = rest.filter((module) => !arrows.some(({ from, to }) => from === module && rest.includes(to)))
    if (level.length === 0) throw new Error(`a cycle among ${rest.join(', ')}`)
    levels.push(level)
    rest = rest.filter((module) => !level.includes(module))
  }
  return levels
}
