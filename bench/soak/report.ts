import type { Counts } from './traffic.ts'

/** What the server's process was at a time. */
export interface Sample {
  /** Since the start, in seconds. */
  seconds: number
  rssBytes: number
  descriptors: number
  /** How late timers ran in the last minute: the 99th percentile, in seconds. */
  delaySeconds: number
}

/** The books after the run, in quota units. */
export interface Books {
  /** Balance and spending of the account, before and after. */
  before: number
  after: number
  /** Answers that arrived in full or were left: each is counted once. */
  answers: number
  requests: number
  /** Objects that the watchdog found wrong. */
  wrong: number
}

/** A line of the table that grows while the run goes on. */
export const sampleLine = ({ seconds, rssBytes, descriptors, delaySeconds }: Sample) =>
  [
    `${seconds} s`.padStart(8),
    `${Math.round(rssBytes / 1e6)} MB`.padStart(8),
    String(descriptors).padStart(8),
    `${(delaySeconds * 1000).toFixed(1)} ms`.padStart(10),
  ].join(' | ')

export const SAMPLE_HEAD = ['time', 'RSS', 'files', 'delay p99']
  .map((name, index) => name.padStart([8, 8, 8, 10][index] ?? 0))
  .join(' | ')

/** What a run has shown, and whether the books are right. */
export function verdict(counts: Record<string, Counts>, samples: readonly Sample[], books: Books) {
  const lines = Object.entries(counts).map(
    ([name, { full, left, failed }]) => `${name}: ${full} in full, ${left} left on purpose, ${failed} failed`,
  )
  const middle = samples[Math.floor(samples.length / 2)]
  const last = samples.at(-1)
  if (middle && last) {
    const growth = last.rssBytes / middle.rssBytes
    lines.push(`memory of the second half: ${growth.toFixed(2)} times that of its beginning`)
    lines.push(`descriptors of the second half: from ${middle.descriptors} to ${last.descriptors}`)
  }
  const problems = [
    ...(books.before === books.after ? [] : [`balance and spending were ${books.before}, and are ${books.after}`]),
    ...(books.requests === books.answers ? [] : [`${books.answers} answers, and ${books.requests} counted`]),
    ...(books.wrong === 0 ? [] : [`the watchdog finds ${books.wrong} objects wrong`]),
  ]
  lines.push(problems.length > 0 ? `The books are WRONG: ${problems.join('; ')}` : 'The books are right.')
  return { text: lines.join('\n'), right: problems.length === 0 }
}
