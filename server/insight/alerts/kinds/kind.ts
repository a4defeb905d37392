import type { RuleKind, RuleParameters } from '#contract/alerts/rules.ts'
import type { Words } from '#contract/words.ts'

/** What an alert leads to, and the numbers of which it speaks. */
export interface AlertLinks {
  channel_id?: number
  model?: string
  models?: readonly string[]
  user_id?: number
  /** Keys of a channel that were stopped. */
  keys?: readonly number[]
  /** Of a channel, the largest first, in quota units. */
  losses?: readonly { model: string; quota: number; cost: number }[]
}

/** What a rule says of a subject. A subject of which it says nothing is all right again. */
export type Finding =
  | {
      state: 'open'
      /** Tells things of a kind apart. */
      subject: string
      /** What people call it. */
      name: string
      /** Higher than before = worse by a step, which is told again. */
      level?: number
      value: number
      title: Words
      /** A whole sentence; the title by default. */
      text?: Words
      links?: AlertLinks
    }
  /** `hold`: an open alert stays open, and none is opened. `ended`: an open alert ends without a message. */
  | { state: 'hold' | 'ended'; subject: string }

/** Decides from facts which alerts of a kind are open. */
export interface Judge<K extends RuleKind, Facts> {
  /** Seconds between two evaluations. */
  every: number
  /** `open`: the subjects that have an open alert. */
  evaluate(facts: Facts, parameters: RuleParameters<K>, open: ReadonlySet<string>): Finding[]
  /** The title of the message that it is all right again. */
  recovered(name: string, subject: string): Words
}

/** A value that rises above a limit is all right again when it is below this share of it, so that it does not flap. */
const BACK_BELOW = 0.8

/** Judges a value with a limit from above. */
export function above(value: number, limit: number): 'open' | 'hold' | 'fine' {
  if (value >= limit) return 'open'
  return value >= limit * BACK_BELOW ? 'hold' : 'fine'
}

/** Judges a value with a limit from below. */
export function below(value: number, limit: number): 'open' | 'hold' | 'fine' {
  if (value <= limit) return 'open'
  return value <= limit / BACK_BELOW ? 'hold' : 'fine'
}

/** Ends the alerts of subjects that are not there any more: nothing says that they are all right. */
export function endUnknown(open: ReadonlySet<string>, known: Iterable<string>): Finding[] {
  const there = new Set(known)
  return [...open].filter((subject) => !there.has(subject)).map((subject) => ({ state: 'ended', subject }))
}

/** A channel's name as messages show it. */
export const channelName = (name: string, id: number) => `${name || '—'} (#${id})`

/** A number with at most two decimals. */
export const rounded = (value: number) => Math.round(value * 100) / 100
