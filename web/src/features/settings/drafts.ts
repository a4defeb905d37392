import type { OptionKey } from '#contract/options.ts'
import { readNumber } from '#web/ui/number-text.ts'
import { checkOption, GROUP_MAPS, type Problem } from './check-option.ts'
import { checkLines, isMapKind, type Line } from './map-lines.ts'
import { isSecret, OPTION_KEYS, placeOf, specOf } from './sections.ts'

/** A change of an option that is not saved yet. */
export interface Draft {
  /** What would be saved. */
  text: string
  /** What the server had when the change began; "" for secrets. */
  base: string
  /** Lines of a table as typed, which `text` can hold only in part while one of them is wrong. */
  lines?: readonly Line[]
  /** Why the server refused it. */
  refused?: string
}

/** The server's texts; secrets are not among them. */
export type Texts = ReadonlyMap<OptionKey, string>
export type Drafts = ReadonlyMap<OptionKey, Draft>

/** What an option will be once everything is saved. */
export const wantedText = (key: OptionKey, texts: Texts, drafts: Drafts): string =>
  drafts.get(key)?.text ?? texts.get(key) ?? specOf(key).default

/** Whether two texts of an option mean the same. */
export function sameValue(key: OptionKey, one: string, other: string): boolean {
  if (one === other) return true
  const { kind } = specOf(key)
  if (kind === 'integer' || kind === 'decimal') {
    return readNumber(one) === readNumber(other)
  }
  if (kind === 'url') return trimAddress(one) === trimAddress(other)
  if (kind === 'picture' || kind === 'sender') return one.trim() === other.trim()
  if (kind === 'list') return split(one).join() === split(other).join()
  return isMapKind(kind) && canonical(one) === canonical(other)
}

const trimAddress = (text: string) => text.trim().replace(/\/+$/, '')
const split = (text: string) => text.split(',').map((part) => part.trim())

function canonical(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return text
  }
}

/** Whether a draft changes anything, or holds something that is not ready to be saved. */
export function isChange(key: OptionKey, draft: Draft): boolean {
  return isSecret(key) || !sameValue(key, draft.text, draft.base) || lineProblems(key, draft).size > 0
}

/** What is wrong with the lines of a table that is being edited. */
export function lineProblems(key: OptionKey, { lines = [] }: Pick<Draft, 'lines'>) {
  const spec = specOf(key)
  if (!isMapKind(spec.kind)) return new Map<number, never>()
  const max = spec.kind === 'ratio-map' ? spec.max : undefined
  return checkLines(lines, { kind: spec.kind, max, groups: GROUP_MAPS.includes(key) })
}

/** Why a draft cannot be sent: what the server would refuse, wrong lines, or an address that payment needs first. */
export type Obstacle = Problem | 'lines' | 'needsAddress'

export function obstacleOf(key: OptionKey, draft: Draft, texts: Texts, drafts: Drafts): Obstacle | null {
  if (lineProblems(key, draft).size > 0) return 'lines'
  const problem = checkOption(key, draft.text)
  if (problem) return problem
  const isPayment = placeOf(key) === 'system.payment' && draft.text !== ''
  return isPayment && wantedText('ServerAddress', texts, drafts).trim() === '' ? 'needsAddress' : null
}

/** Drafts in the order in which they can be saved: what a switch needs comes before the switch. */
export function savingOrder(drafts: Drafts): OptionKey[] {
  const keys = OPTION_KEYS.filter((key) => drafts.has(key))
  const isSwitch = (key: OptionKey) => specOf(key).kind === 'boolean'
  return [...keys.filter((key) => !isSwitch(key)), ...keys.filter(isSwitch)]
}

/** Options whose value on the server is no longer the one that the change began with. */
export function changedMeanwhile(texts: Texts, drafts: Drafts): OptionKey[] {
  return [...drafts.keys()].filter((key) => {
    const draft = drafts.get(key)
    const now = texts.get(key)
    return draft && now !== undefined && !sameValue(key, now, draft.base) && !sameValue(key, now, draft.text)
  })
}
