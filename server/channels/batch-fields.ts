import type { ChannelChange, ChannelPatch, PatchedFields } from '#contract/api/channel-batch.ts'
import { commaList } from '#contract/comma-list.ts'
import { mergeLimits, parseStoredLimits, storedLimits } from '#contract/limits.ts'

/** The fields that a batch change can write. */
const FIELDS = ['priority', 'weight', 'auto_ban', 'group', 'models', 'limits'] as const

type Fields = Required<PatchedFields>
type NamedChannel = Fields & { id: number; name: string }

/**
 * The effect of a patch on a channel: the fields that change, before and after; none when it has these values
 * already.
 */
export function patchChange(channel: NamedChannel, patch: ChannelPatch): ChannelChange {
  const { priority, weight, auto_ban } = patch
  const group = editList(channel.group, [patch.group, patch.group_remove, patch.group_add])
  const models = editList(channel.models, [patch.models, patch.models_remove, patch.models_add])
  return changeTo(channel, { priority, weight, auto_ban, group, models, limits: editLimits(channel.limits, patch) })
}

/** The stored limits after a patch; undefined = unchanged. */
function editLimits(stored: string, { limits, limits_add }: ChannelPatch): string | undefined {
  if (limits !== undefined) return storedLimits(limits)
  return limits_add && storedLimits(mergeLimits(parseStoredLimits(stored) ?? null, limits_add))
}

/** A change that gives a channel these values. */
export function changeTo(channel: NamedChannel, wanted: PatchedFields): ChannelChange {
  const names = FIELDS.filter((name) => wanted[name] !== undefined && wanted[name] !== channel[name])
  return { id: channel.id, name: channel.name, before: pick(channel, names), after: pick(wanted, names) }
}

/** Whether anything changes at all. */
export const isChange = ({ after }: Pick<ChannelChange, 'after'>) => Object.keys(after).length > 0

/** Returns the fields that differ between two recorded states of a channel. */
export function difference(before: Partial<Fields>, after: Partial<Fields>) {
  const names = FIELDS.filter((name) => before[name] !== after[name])
  return { before: pick(before, names), after: pick(after, names) }
}

/** Whether a channel has all of these values. */
export const hasValues = (channel: Fields, values: PatchedFields) =>
  FIELDS.every((name) => values[name] === undefined || values[name] === channel[name])

/** Returns a group of these values that does not exist and that the channel does not have already. */
export function unknownGroup(channel: Fields, values: PatchedFields, known: ReadonlySet<string>): string | undefined {
  const had = commaList(channel.group)
  return commaList(values.group ?? '').find((name) => !known.has(name) && !had.includes(name))
}

/**
 * Returns a comma list after replacing it, or after removing and adding names; undefined when it has the same names
 * in the same order.
 */
function editList(stored: string, [all, fewer = '', more = '']: (string | undefined)[]): string | undefined {
  const before = commaList(stored)
  const removed = new Set(commaList(fewer))
  const after = commaList(all ?? [...before.filter((name) => !removed.has(name)), more].join(','))
  return after.join() === before.join() ? undefined : after.join()
}

function pick(values: PatchedFields, names: readonly (typeof FIELDS)[number][]): PatchedFields {
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}
