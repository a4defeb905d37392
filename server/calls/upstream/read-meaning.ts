import type { OpenAIError } from '../../formats/dialects/openai-errors.ts'
import { withoutJson } from '../../formats/dialects/said-in-error.ts'
import { commonSignals } from './common-signals.ts'
import type { Evidence, Meaning } from './meanings.ts'
import { type Signal, vendorSignals } from './vendor-signals.ts'

/** What a table of meanings is asked for. */
export interface SaidError {
  /** The HTTP status, or of an error inside an answer the one that it should have had. */
  status: number
  error: OpenAIError
  /** Milliseconds after which the vendor asks to come again. */
  waitMs?: number
  /** The error came inside an answer and names no status. */
  hasNoStatus?: true
}

/** A meaning, and what told it. */
export interface Reading {
  meaning: Meaning
  by: Evidence
}

/** Reads what an error of a channel of a type means. Pure. */
export function readMeaning(type: number | undefined, said: SaidError): Reading {
  const facts = factsOf(said)
  const own = type === undefined ? undefined : vendorSignals[type]
  const found = own?.find((signal) => fits(signal, facts)) ?? commonSignals.find((signal) => fits(signal, facts))
  if (!found) return { meaning: said.status >= 400 && said.status < 500 ? 'unknown' : 'broken', by: 'status' }
  return { meaning: found.meaning, by: found.names ? 'name' : found.words ? 'words' : 'status' }
}

interface Facts {
  status: number
  hasNoStatus: boolean
  names: readonly string[]
  text: string
  saysWhen: boolean
  /** A vendor behind this one speaks: its keys and accounts are none of the channel's. */
  isForeign: boolean
}

const CODE_IN_MESSAGE = /\((\d{4})\)\s*$/
/** Number of characters that are searched. */
const MAX_SEARCHED = 6000

function factsOf({ status, error, waitMs, hasNoStatus }: SaidError): Facts {
  const { code, type, message, said } = error
  const names = [code, type, CODE_IN_MESSAGE.exec(message)?.[1], ...(said?.names ?? [])]
    .filter((name) => name !== null && name !== undefined)
    .map(String)
  const sentences = [message, ...(said?.texts ?? [])].map((text) => unquoted(withoutJson(text).slice(0, MAX_SEARCHED)))
  const texts = [...sentences, ...names.filter((name) => /\p{L}/v.test(name)).map(wordsOf)]
  return {
    status,
    hasNoStatus: hasNoStatus === true,
    names: names.map((name) => name.toLowerCase()),
    text: texts.join('\n').slice(0, MAX_SEARCHED),
    saysWhen: waitMs !== undefined,
    isForeign: said?.isForeign === true,
  }
}

/** Returns the words of a name such as `NOT_ENOUGH_BALANCE` and `InputVideoSensitiveContentDetected`: no list has them all. */
const wordsOf = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').replace(/[_.-]+/g, ' ')

const QUOTED = /(?<!\w)'[^'\n]{0,300}'(?!\w)|"[^"\n]{0,300}"|`[^`\n]{0,300}`|“[^”\n]{0,300}”|「[^」\n]{0,300}」/g
/** An error of another server that was written into a text. */
const QUOTED_ERROR = /[{[]\s*\\?['"]/

/** Removes what a text quotes: it may be the caller's own words. */
const unquoted = (text: string) => (QUOTED_ERROR.test(text) ? text : text.replace(QUOTED, ' '))

const OF_AN_ACCOUNT: ReadonlySet<Meaning> = new Set(['key', 'money'])

function fits({ meaning, names, words, statuses, saysWhen }: Signal, facts: Facts): boolean {
  if (facts.isForeign && OF_AN_ACCOUNT.has(meaning)) return false
  return (
    (!statuses || statuses.includes(facts.status) || (words !== undefined && facts.hasNoStatus)) &&
    (!saysWhen || facts.saysWhen) &&
    (names?.some((name) => facts.names.some((said) => said === name || said.startsWith(`${name}.`))) ?? true) &&
    (words?.test(facts.text) ?? true)
  )
}
