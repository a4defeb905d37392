import { arrowsBelow, levelsOf } from './modules.ts'
import type { Source } from './sources.ts'

const BEGIN = '<!-- modules: begin, written by scripts/module-graph.ts -->'
const END = '<!-- modules: end -->'

/** Returns the page with the graph of the server's modules as the imports draw it: each module below what imports it. */
export function withModuleGraph(page: string, sources: readonly Source[]): string {
  const [before = '', rest = ''] = page.split(BEGIN)
  const after = rest.split(END)[1] ?? ''
  const arrows = arrowsBelow('server', sources)
  const name = (module: string) => module.replace(/^server\//, '')
  const lines = levelsOf(arrows)
    .reverse()
    .map((level) =>
      level.map((module) => {
        const targets = arrows.filter(({ from }) => from === module).map(({ to }) => name(to))
        return targets.length ? `${name(module)} → ${targets.sort().join(', ')}` : name(module)
      }),
    )
  const text = lines.map((level) => level.join('\n')).join('\n\n')
  return `${before}${BEGIN}\n\n\`\`\`\n${text}\n\`\`\`\n\n${END}${after}`
}
