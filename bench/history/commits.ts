/** A state of the code that is measured. */
export interface PastCommit {
  hash: string
  /** The day of the commit, as YYYY-MM-DD. */
  date: string
  /** The version that the commit releases. */
  release?: string
}

/** What a small call cost at a commit, as ratios to the bare relay of the same run; or why it was not measured. */
export type PastCost = PastCommit & ({ all: number; answering: number } | { reason: string })

/** Reads the lines of `git log --format='%h %cs'`, and returns the oldest commit first. */
export function commitsIn(log: string): PastCommit[] {
  const lines = log.split('\n').filter(Boolean).reverse()
  return lines.map((line) => {
    const [hash = '', date = ''] = line.split(' ')
    return { hash, date }
  })
}

/** Returns this number of items at equal distances, the first and the last among them. */
export function spread<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items]
  const last = items.length - 1
  return Array.from({ length: count }, (_, n) => items[Math.round((n * last) / Math.max(1, count - 1))] as T)
}

/** Adds releases to commits, both with the oldest first. `order`: the hashes of all commits, the oldest first. */
export function withReleases(
  commits: readonly PastCommit[],
  releases: readonly PastCommit[],
  order: readonly string[],
): PastCommit[] {
  const byHash = new Map([...commits, ...releases].map((commit) => [commit.hash, commit]))
  return order.flatMap((hash) => byHash.get(hash) ?? [])
}

/** Returns the newest version that a changelog lists; undefined = it lists none. */
export const releaseIn = (changelog: string): string | undefined => /^## (\d+\.\d+\.\d+)/m.exec(changelog)?.[1]

/** Returns the costs as a table in Markdown. */
export function reportHistory(costs: readonly PastCost[]): string {
  const rows = costs.map((cost) => {
    const told = 'reason' in cost ? `${cost.reason} | ` : `${cost.all.toFixed(2)}× | ${cost.answering.toFixed(2)}×`
    return `| ${cost.date} | ${cost.hash}${cost.release ? ` (${cost.release})` : ''} | ${told} |`
  })
  return [
    '| day | commit | CPU of a small call | in the thread that answers |',
    '| --- | --- | ---: | ---: |',
    ...rows,
  ].join('\n')
}
