import { channelInput } from '#contract/api/channels.ts'
import { commaList } from '#contract/comma-list.ts'
import type { ChannelEntry } from '#contract/configuration/document.ts'
import { DEFAULT_GROUP } from '#contract/groups.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { presentChannel } from '../../channels/present.ts'
import { type ChannelFields, tidyFields } from '../../channels/rules.ts'
import { parseJson } from '../../platform/json/parse-json.ts'
import type { ChannelRow } from '../../platform/store/tables.ts'

/** Channels as documents have them, and as the console's calls write them. */

type EntryField = Exclude<keyof ChannelEntry, 'name' | 'key' | 'keys'>
interface Field {
  /** Its name and form in the console's calls. */
  wire: keyof ChannelFields
  toWire(value: never): unknown
  fromWire(value: never): unknown
  default: unknown
}

const same = (value: unknown) => value
const plain = (wire: keyof ChannelFields, fallback: unknown): Field => ({
  wire,
  toWire: same,
  fromWire: same,
  default: fallback,
})
const list = (wire: keyof ChannelFields, fallback: string[]): Field => ({
  wire,
  toWire: (names: string[]) => names.join(','),
  fromWire: commaList,
  default: fallback,
})
/** "" = an empty object, or what `none` says. */
const json = (wire: keyof ChannelFields, none: unknown): Field => ({
  wire,
  toWire: (value: unknown) => (value === null || Object.keys(Object(value)).length === 0 ? '' : JSON.stringify(value)),
  fromWire: (text: string) => readJson(text) ?? none,
  default: none,
})

const FIELDS: Record<EntryField, Field> = {
  type: plain('type', 0),
  // A channel that the server has switched off for now is meant to be on.
  enabled: {
    wire: 'status',
    toWire: (on: boolean) => (on ? CHANNEL_STATUS.enabled : CHANNEL_STATUS.disabled),
    fromWire: (status: number) => status !== CHANNEL_STATUS.disabled,
    default: true,
  },
  models: list('models', []),
  groups: list('group', [DEFAULT_GROUP]),
  priority: plain('priority', 0),
  weight: plain('weight', 0),
  base_url: plain('base_url', ''),
  other: plain('other', ''),
  openai_organization: plain('openai_organization', ''),
  test_model: plain('test_model', ''),
  model_mapping: json('model_mapping', {}),
  status_code_mapping: json('status_code_mapping', {}),
  auto_disable: {
    wire: 'auto_ban',
    toWire: (on: boolean) => Number(on),
    fromWire: (value: number) => value !== 0,
    default: true,
  },
  settings: json('settings', {}),
  buy_price: json('buy_price', null),
  max_input_tokens: plain('max_input_tokens', 0),
  limits: plain('limits', null),
}
const NAMES = Object.keys(FIELDS) as EntryField[]

/** What a document says of a channel, all fields but its name and keys. */
export const entryOf = (row: ChannelRow): Record<string, unknown> =>
  fromWire({ ...presentChannel(row), key: undefined })

/** Leaves out what a new channel has anyway. */
export function withoutDefaults(entry: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isSaid = (name: string) =>
    SAID.includes(name) || !Bun.deepEquals(entry[name], FIELDS[name as EntryField]?.default)
  return Object.fromEntries(Object.entries(entry).filter(([name]) => isSaid(name)))
}
const SAID = ['type', 'models', 'groups']

/** Every field with what it is where a document does not have it. */
export const entryDefaults = (): Record<string, unknown> =>
  Object.fromEntries(NAMES.filter((name) => !SAID.includes(name)).map((name) => [name, FIELDS[name].default]))

/** What is wrong with the fields of an entry. */
export interface EntryIssues {
  issues: readonly { path: readonly PropertyKey[]; message: string }[]
}

/** The fields as the console's calls write them, checked by the same schema. */
export function toFields(entry: Readonly<Record<string, unknown>>): { fields: ChannelFields } | EntryIssues {
  const wire = Object.fromEntries(
    NAMES.filter((name) => entry[name] !== undefined).map((name) => [
      FIELDS[name].wire,
      FIELDS[name].toWire(entry[name] as never),
    ]),
  )
  const parsed = channelInput.safeParse(wire)
  if (parsed.success) return { fields: tidyFields(parsed.data as ChannelFields) }
  const nameOf = (wireName: PropertyKey) => NAMES.find((name) => FIELDS[name].wire === wireName) ?? String(wireName)
  const issues = parsed.error.issues.map(({ path: [first = '', ...rest], message }) => ({
    path: [nameOf(first), ...rest],
    message,
  }))
  return { issues }
}

/** The document's fields of those that are given. */
export function fromWire(fields: ChannelFields): Record<string, unknown> {
  const given = NAMES.filter((name) => fields[FIELDS[name].wire] !== undefined)
  return Object.fromEntries(given.map((name) => [name, FIELDS[name].fromWire(fields[FIELDS[name].wire] as never)]))
}

/** Only the fields with these names in documents. */
export function pickFields(fields: ChannelFields, names: readonly string[]): ChannelFields {
  const wires = names.map((name) => FIELDS[name as EntryField]?.wire)
  return Object.fromEntries(Object.entries(fields).filter(([wire]) => wires.includes(wire as keyof ChannelFields)))
}

function readJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return parseJson(text)
  } catch {
    return text
  }
}
