import type { ChannelChange, ChannelPatch, PatchedFields } from '#contract/api/channel-batch.ts'
import { commaList } from '#contract/comma-list.ts'

/** The fields that a change of many can write. */
const FIELDS = ['priority', 'weight', 'auto_ban', 'group', 'models'] as const

type Fields = Required<PatchedFields>
type Named = Fields & { id: number; name: string }

/** What a patch makes of a channel: the fields that change, before and after; none when it is so already. */
export function changeOf(channel: Named, patch: ChannelPatch): ChannelChange {
  const { priority, weight, auto_ban } = patch
  const group = listAfter(channel.group, [patch.group, patch.group_remove, patch.group_add])
  const models = listAfter(channel.models, [patch.models, patch.models_remove, patch.models_add])
  return changeTo(channel, { priority, weight, auto_ban, group, models })
}

/** A change that gives a channel these values. */
export function changeTo(channel: Named, wanted: PatchedFields): ChannelChange {
  const names = FIELDS.filter((name) => wanted[name] !== undefined && wanted[name] !== channel[name])
  return { id: channel.id, name: channel.name, before: pick(channel, names), after: pick(wanted, names) }
}

/** Whether anything changes at all. */
export const isChange = ({ after }: Pick<ChannelChange, 'after'>) => Object.keys(after).length > 0

/** Of two states of a channel, as they were noted, the fields that differ. */
export function difference(before: Partial<Fields>, after: Partial<Fields>) {
  const names = FIELDS.filter((name) => before[name] !== after[name])
  return { before: pick(before, names), after: pick(after, names) }
}

/** Whether a channel has all of these values. */
export const has = (channel: Fields, values: PatchedFields) =>
  FIELDS.every((name) => values[name] === undefined || values[name] === channel[name])

/** A group of these values that neither exists nor is the channel's already. */
export function unknownGroup(channel: Fields, values: PatchedFields, known: ReadonlySet<string>): string | undefined {
  const had = commaList(channel.group)
  return commaList(values.group ?? '').find((name) => !known.has(name) && !had.includes(name))
}

/** A comma list replaced, or without and with some names; undefined when it names the same in the same order. */
function listAfter(stored: string, [all, fewer = '', more = '']: (string | undefined)[]): string | undefined {
  const before = commaList(stored)
  const gone = new Set(commaList(fewer))
  const after = commaList(all ?? [...before.filter((name) => !gone.has(name)), more].join(','))
  return after.join() === before.join() ? undefined : after.join()
}

function pick(values: PatchedFields, names: readonly (typeof FIELDS)[number][]): PatchedFields {
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}
