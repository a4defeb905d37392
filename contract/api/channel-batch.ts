import * as z from 'zod/mini'
import { commaList } from '../comma-list.ts'
import type { ErrorCode } from '../errors.ts'
import { limitsInput, limitsSchema } from '../limit-schemas.ts'
import { batchIds, dryRun, statusOutcome } from './batch.ts'
import { PLACE_MAX, PRIORITY_MIN } from './channels.ts'
import { endpoint } from './endpoint.ts'

/** Changes fields of many channels at once, with preview and undo. */

/** An optional integer within bounds. */
const whole = (min: number, max: number) => z.optional(z.number().check(z.int(), z.gte(min), z.lte(max)))
/** A comma list of names; an empty list is refused with `missing`. */
const names = (max: number, missing: ErrorCode) =>
  z.optional(
    z.string().check(
      z.maxLength(max),
      z.refine((text) => commaList(text).length > 0, missing),
    ),
  )
const groupNames = names(64_000, 'channel_groups_required')
const modelNames = names(200_000, 'channel_models_required')

/** Named as in the channel. Names can also be added to and removed from a list. */
const fields = z.strictObject(
  {
    priority: whole(PRIORITY_MIN, PLACE_MAX),
    weight: whole(0, PLACE_MAX),
    auto_ban: whole(0, 1),
    group: groupNames,
    group_add: groupNames,
    group_remove: groupNames,
    models: modelNames,
    models_add: modelNames,
    models_remove: modelNames,
    /** null = none. */
    limits: z.optional(limitsInput),
    /** Sets only the limits that are named; a budget of the same window and models is replaced. */
    limits_add: z.optional(limitsSchema),
  },
  { error: ({ code }) => (code === 'unrecognized_keys' ? 'channel_patch_unknown' : undefined) },
)

/**
 * The changes to make, the same for every channel; absent fields stay unchanged. A list is either replaced, or
 * names are added and removed. Unknown fields are refused, so that a misspelt field is not silently ignored.
 */
export const channelPatch = fields.check(
  z.refine((patch) => Object.values(patch).some((value) => value !== undefined), 'channel_patch_empty'),
  z.refine((patch) => isClear(patch, 'group') && isClear(patch, 'models'), 'channel_patch_unclear'),
  z.refine((patch) => patch.limits === undefined || patch.limits_add === undefined, 'channel_patch_unclear'),
)
export type ChannelPatch = z.infer<typeof fields>

/** Returns false when a patch both replaces a list and adds or removes names. */
function isClear(patch: ChannelPatch, list: 'group' | 'models'): boolean {
  const { [list]: all, [`${list}_add` as const]: more = '', [`${list}_remove` as const]: fewer = '' } = patch
  if (all !== undefined && (more || fewer)) return false
  const added = new Set(commaList(more))
  return !commaList(fewer).some((name) => added.has(name))
}

const code = whole(0, 2_147_483_647)
const text = z._default(z.string().check(z.maxLength(200), z.trim()), '')

/** The filters of the channel list. Unknown filters are refused, since ignoring one would match every channel. */
export const channelScope = z.strictObject({
  keyword: text,
  model: text,
  group: text,
  status: code,
  type: code,
  test: z.optional(z.enum(['failed'])),
  lacks: z.optional(z.enum(['credit'])),
})
export type ChannelScope = z.infer<typeof channelScope>

/** The fields that a patch can write, with the channel's values. */
export const patchedFields = z.object({
  priority: z.optional(z.number()),
  weight: z.optional(z.number()),
  auto_ban: z.optional(z.number()),
  group: z.optional(z.string()),
  models: z.optional(z.string()),
  /** As stored: JSON, "" = none. */
  limits: z.optional(z.string()),
})
export type PatchedFields = z.infer<typeof patchedFields>

/** The change of one channel. */
export const channelChange = z.object({
  id: z.number(),
  name: z.string(),
  /** Only the fields that change; comma lists are complete and in order. */
  before: patchedFields,
  after: patchedFields,
})
export type ChannelChange = z.infer<typeof channelChange>

export const patchOutcome = z.object({
  /** Id of the change, for undo; "" when nothing was stored. */
  change: z.string(),
  changed: z.array(channelChange),
  /** Channels that have these values already. */
  unchanged: z.array(z.object({ id: z.number(), name: z.string() })),
  /** Channels that stay unchanged, and the reason in the caller's language. */
  refused: statusOutcome.shape.refused,
  /** Models that a group could use before and that no enabled channel offers to it afterwards. */
  unserved: z.array(z.string()),
})
export type PatchOutcome = z.infer<typeof patchOutcome>

export const patchChannels = endpoint('POST /api/channel/batch/update', 'admin', {
  summary:
    'Write the same fields to the channels with these `ids`, or to all that match `filter`: all of it or nothing; with `dry_run` only say what that would change',
  body: z
    .object({
      ids: z.optional(batchIds('channel_scope_size')),
      filter: z.optional(channelScope),
      patch: channelPatch,
      dry_run: dryRun,
    })
    .check(
      z.refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
        path: ['ids'],
        message: 'channel_scope_unclear',
      }),
    ),
  reply: patchOutcome,
})

export const undoChannelPatch = endpoint('POST /api/channel/batch/undo', 'admin', {
  summary:
    'Give channels the values from before a change of many, all in one step; those that were changed again since stay as they are',
  body: z.object({
    /** The `change` of the reply to be undone. */
    change: z.string().check(z.minLength(1), z.maxLength(100)),
    ids: batchIds('channel_scope_size'),
  }),
  reply: patchOutcome,
})
