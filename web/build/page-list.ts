import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Writes the addresses of the console's pages beside the manifest, so that the server knows which addresses are none. */
export function pageList(routeTree: string): Plugin {
  return {
    name: 'switchyard:page-list',
    apply: 'build',
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: '.vite/pages.json',
        source: JSON.stringify(pagesIn(readFileSync(routeTree, 'utf8'))),
      })
    },
  }
}

/** The addresses in a generated route tree, such as `/channel/edit/$id`; `$` stands for any rest. */
export function pagesIn(routeTree: string): string[] {
  const [, list = ''] = /interface FileRoutesByTo \{(.*?)\n\}/s.exec(routeTree) ?? []
  return [...list.matchAll(/^ {2}'([^']+)':/gm)].flatMap(([, path]) => path ?? [])
}
