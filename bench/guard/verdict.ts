/** What the guard measures, in the order of its table. All of them are better when they are smaller. */
export const FIGURES = {
  'small-cpu': { label: 'CPU per small JSON call, to the bare relay', digits: 2 },
  'small-thread': { label: '… of the thread that answers, to the bare relay', digits: 2 },
  'stream-cpu': { label: 'CPU per stream, to the bare relay', digits: 2 },
  'large-cpu': { label: 'CPU per 400 KB call, to the bare relay', digits: 2 },
  'rss-start': { label: 'RSS after start, MB', digits: 0 },
  'rss-streams': { label: 'RSS at 200 open streams, MB', digits: 0 },
  'json-files': { label: 'files that a small JSON call enters', digits: 0 },
  'json-functions': { label: 'functions that a small JSON call enters', digits: 0 },
  'converted-files': { label: 'files that a converted stream enters', digits: 0 },
  'converted-functions': { label: 'functions that a converted stream enters', digits: 0 },
} as const

export type Figure = keyof typeof FIGURES
export type Figures = Record<Figure, number>

/** What the figures were when somebody last looked; kept in the repository. */
export interface Baseline {
  /** The day it was measured. */
  date: string
  command: string
  figures: Figures
}

/** How far above its baseline a figure may be: processes of one build differ by a tenth. */
export const TOLERANCE = 0.25

export interface Judgement {
  figure: Figure
  baseline: number
  now: number
  ratio: number
  exceeds: boolean
}

/** Compares measured figures with the baseline; those that were not measured are left out. Throws for one without a baseline. */
export function judge(baseline: Figures, now: Partial<Figures>): Judgement[] {
  return namesOf(now).map((figure) => {
    const before = baseline[figure]
    const value = now[figure] ?? Number.NaN
    if (!(before > 0)) throw new Error(`the baseline has no ${figure}: write it with --write`)
    // What could not be measured exceeds, rather than passes.
    return {
      figure,
      baseline: before,
      now: value,
      ratio: value / before,
      exceeds: !(value <= before * (1 + TOLERANCE)),
    }
  })
}

/** Of each figure, the smaller of two measurements: what else a machine does only ever adds. */
export function smaller<Some extends Partial<Figures>>(first: Some, second: Partial<Figures>): Some {
  const least = { ...first }
  for (const figure of namesOf(second)) {
    least[figure] = Math.min(first[figure] ?? Number.POSITIVE_INFINITY, second[figure] ?? Number.POSITIVE_INFINITY)
  }
  return least
}

/** The table of figure, baseline, now, ratio and verdict, in Markdown. */
export function reportGuard(judgements: readonly Judgement[]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [
    line(['figure', 'baseline', 'now', 'ratio', 'verdict']),
    line(['---', '---:', '---:', '---:', '---']),
    ...judgements.map(({ figure, baseline, now, ratio, exceeds }) => {
      const { label, digits } = FIGURES[figure]
      const verdict = exceeds ? `**more than ${TOLERANCE * 100} % above**` : 'ok'
      return line([label, baseline.toFixed(digits), now.toFixed(digits), `${ratio.toFixed(2)}×`, verdict])
    }),
  ].join('\n')
}

const namesOf = (figures: Partial<Figures>) => (Object.keys(FIGURES) as Figure[]).filter((figure) => figure in figures)
