import type { OptionKey } from '#contract/options.ts'
import { readNumber } from '#web/ui/number-text.ts'
import { checkOption, GROUP_MAPS, type Problem } from '../options/check-option.ts'
import { checkLines, isMapKind, type Line } from '../options/map-lines.ts'
import { isSecret, OPTION_KEYS, PAYMENT_PLACES, placeOf, specOf } from '../options/sections.ts'

/** An unsaved change of an option. */
export interface Draft {
  /** The text to be saved. */
  text: string
  /** The server's text when the change began; "" for secrets. */
  base: string
  /** Table rows as typed; `text` holds only part of them while one is invalid. */
  lines?: readonly Line[]
  /** The server's reason for rejecting it. */
  refused?: string
}

/** The server's texts, without secrets. */
export type Texts = ReadonlyMap<OptionKey, string>
export type Drafts = ReadonlyMap<OptionKey, Draft>

/** The value of an option once all drafts are saved. */
export const wantedText = (key: OptionKey, texts: Texts, drafts: Drafts): string =>
  drafts.get(key)?.text ?? texts.get(key) ?? specOf(key).default

/** Returns whether two texts of an option are equivalent. */
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

/** Returns whether a draft changes anything, or holds rows that cannot be saved yet. */
export function isChange(key: OptionKey, draft: Draft): boolean {
  return isSecret(key) || !sameValue(key, draft.text, draft.base) || lineProblems(key, draft).size > 0
}

/** Returns the errors in the rows of an edited table. */
export function lineProblems(key: OptionKey, { lines = [] }: Pick<Draft, 'lines'>) {
  const spec = specOf(key)
  if (!isMapKind(spec.kind)) return new Map<number, never>()
  const max = spec.kind === 'ratio-map' ? spec.max : undefined
  return checkLines(lines, { kind: spec.kind, max, groups: GROUP_MAPS.includes(key) })
}

/**
 * The reason why a draft cannot be sent: a validation error, invalid rows, or a missing server address that
 * payment requires.
 */
export type Obstacle = Problem | 'lines' | 'needsAddress'

export function obstacleOf(key: OptionKey, draft: Draft, texts: Texts, drafts: Drafts): Obstacle | null {
  if (lineProblems(key, draft).size > 0) return 'lines'
  const problem = checkOption(key, draft.text)
  if (problem) return problem
  const isPayment = PAYMENT_PLACES.some((place) => place === placeOf(key)) && draft.text !== ''
  return isPayment && wantedText('ServerAddress', texts, drafts).trim() === '' ? 'needsAddress' : null
}

/** Returns the drafts in saving order: values that a switch depends on come before the switch. */
export function savingOrder(drafts: Drafts): OptionKey[] {
  const keys = OPTION_KEYS.filter((key) => drafts.has(key))
  const isSwitch = (key: OptionKey) => specOf(key).kind === 'boolean'
  return [...keys.filter((key) => !isSwitch(key)), ...keys.filter(isSwitch)]
}

/** Returns the options whose server value changed after the draft was begun. */
export function changedMeanwhile(texts: Texts, drafts: Drafts): OptionKey[] {
  return [...drafts.keys()].filter((key) => {
    const draft = drafts.get(key)
    const now = texts.get(key)
    return draft && now !== undefined && !sameValue(key, now, draft.base) && !sameValue(key, now, draft.text)
  })
}
