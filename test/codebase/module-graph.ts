import { areaOf, arrowsBelow, levelsOf } from './modules.ts'
import type { Source } from './sources.ts'

const BEGIN = '<!-- areas: begin, written by scripts/module-graph.ts -->'
const END = '<!-- areas: end -->'

/** Returns the page with the graph of the server's areas as the imports draw it: each area below what imports it. */
export function withModuleGraph(page: string, sources: readonly Source[]): string {
  const [before = '', rest = ''] = page.split(BEGIN)
  const after = rest.split(END)[1] ?? ''
  const arrows = arrowsBelow('server', sources, areaOf)
  const name = (area: string) => area.replace(/^server\//, '')
  const lines = levelsOf(arrows)
    .reverse()
    .map((level) =>
      level.map((area) => {
        const targets = arrows.filter(({ from }) => from === area).map(({ to }) => name(to))
        return targets.length ? `${name(area)} → ${targets.sort().join(', ')}` : name(area)
      }),
    )
  const text = lines.map((level) => level.join('\n')).join('\n\n')
  return `${before}${BEGIN}\n\n\`\`\`\n${text}\n\`\`\`\n\n${END}${after}`
}
