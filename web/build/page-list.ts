import { readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'

const FRAME = /\/web\/src\/(?:console-parts\.ts|routes\/_console\.tsx\?tsr-split=.*)$/
const PAGE = /\/web\/src\/routes\/(?:_console\/)?(.*)\.tsx\?tsr-split=/

/**
 * Writes the pages' addresses and files beside the manifest. The server knows by it which addresses are none, and a page
 * names its files, so that the browser fetches all of them at once.
 */
export function pageList(routeTree: string): Plugin {
  return {
    name: 'switchyard:page-list',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const source = JSON.stringify(listPages(readFileSync(routeTree, 'utf8'), chunks))
      this.emitFile({ type: 'asset', fileName: '.vite/pages.json', source })
    },
  }
}

type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'imports' | 'isEntry' | 'moduleIds'>

/** What the server reads as well (platform/http/page-files.ts): addresses with their files, `$` for any part. */
interface PageList {
  frame: string[]
  visitors: Record<string, string[]>
  members: Record<string, string[]>
}

/** The addresses in a generated route tree, such as `/channel/edit/$id`, and what each imports beside the entry's files. */
export function listPages(routeTree: string, chunks: Chunk[]): PageList {
  const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const entry: string[] = []
  const filesOf = (roots: Chunk[]) => {
    const found = new Set(roots.map(({ fileName }) => fileName))
    for (const file of found) for (const imported of named.get(file)?.imports ?? []) found.add(imported)
    return [...found].filter((file) => !entry.includes(file))
  }
  entry.push(...filesOf(chunks.filter(({ isEntry }) => isEntry)))
  const holds = (pattern: RegExp) => (chunk: Chunk) => chunk.moduleIds.some((id) => pattern.test(id))
  const list: PageList = { frame: filesOf(chunks.filter(holds(FRAME))), visitors: {}, members: {} }

  const routes = chunks.flatMap((chunk) =>
    chunk.moduleIds.flatMap((id) => (PAGE.test(id) ? { name: PAGE.exec(id)![1]!, chunk } : [])),
  )
  const [, tree = ''] = /interface FileRoutesByTo \{(.*?)\n\}/s.exec(routeTree) ?? []
  for (const [, address, route] of tree.matchAll(/^ {2}'([^']+)': typeof (\w+)/gm)) {
    const page = routes.find(({ name }) => addressOf(name) === address)
    // A drawer lies over the list of the same name.
    const parts = routes.filter(({ name }) => page && `${page.name}/`.startsWith(`${name}/`))
    const kind = route!.startsWith('Console') ? 'members' : 'visitors'
    list[kind][address!] = filesOf(parts.map(({ chunk }) => chunk))
  }
  return list
}

/** `/alerts/setup/rule/$id` for the route file `alerts_.setup/rule.$id.tsx`. */
const addressOf = (name: string) => `/${name.replaceAll(/_?[./]/g, '/').replace(/(?:^|\/)index$/, '')}`
