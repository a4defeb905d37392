import type { ChannelSettings } from '#contract/api/channels.ts'
import { channelType, serves } from '#contract/channel-types/all.ts'
import type { Operation } from '#contract/channel-types/channel-type.ts'
import { type TaskPlatform, taskPlatform } from '#contract/channel-types/tasks.ts'
import { commaList } from '#contract/comma-list.ts'
import { parseStoredLimits } from '#contract/limits.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { upstreamBase } from '#contract/upstream-address.ts'
import type { Channel } from '../../formats/providers/channel.ts'
import type { Bus } from '../../platform/store/bus.ts'
import type { Database } from '../../platform/store/database.ts'
import { reloadingCache } from '../../platform/store/reloading-cache.ts'
import type { ChannelRow } from '../../platform/store/tables.ts'
import type { Vault } from '../../platform/store/vault.ts'
import { openSecrets, wayOfChannel } from './channel-way.ts'

export type Tiers = readonly (readonly Channel[])[]

/** All channels in memory and the index from group and model to candidates. */
export interface Channels {
  byId(id: number): Channel | undefined
  /** All channels, whatever their status, by falling priority. */
  all(): Iterable<Channel>
  /** Enabled channels that serve the model to the group, as tiers of falling priority. */
  tiers(group: string, model: string): Tiers
  /**
   * The same for channels that take tasks of a platform. Those never answer calls, and the others take no tasks.
   */
  taskTiers(platform: TaskPlatform, group: string, model: string): Tiers
  /** Whether an enabled channel takes tasks of a model for the group, of whichever platform. */
  offersTask(group: string, model: string): boolean
  /** Names of the models that the group can use, sorted. */
  models(group: string): string[]
  /** Every enabled model with the groups that have it. */
  modelGroups(): Map<string, string[]>
  /** Whether any channel has the model, including disabled ones. */
  hasModel(model: string): boolean
  /** Stops routing to a channel before the change is in the database. */
  disable(id: number): void
  /** Reads all channels again; resolves when the result is in use. */
  reload(): Promise<void>
}

/** Returns an index of channels that are not those of the server, such as a draft. */
export function indexChannels(channels: Iterable<Channel>): Pick<Channels, 'byId' | 'all' | 'tiers' | 'hasModel'> {
  const index = buildIndex([...channels])
  return {
    byId: (id) => index.byId.get(id),
    all: () => index.byId.values(),
    tiers: (group, model) => index.tiers.get(group)?.get(model) ?? [],
    hasModel: (model) => index.models.has(model),
  }
}

/** Loads the channels and follows their changes. */
export async function openChannels(parts: {
  db: Database
  vault: Vault
  bus: Bus
  warn: (message: string) => void
}): Promise<Channels> {
  const { db, vault, bus, warn } = parts
  let index = buildIndex([])
  const reload = await reloadingCache({
    bus,
    kind: 'channels',
    warn,
    read: () => db.selectFrom('channels').selectAll().orderBy('id').execute(),
    use: (rows) => {
      index = buildIndex(rows.flatMap((row) => readChannel(row, vault, warn)))
    },
  })
  return {
    byId: (id) => index.byId.get(id),
    all: () => index.byId.values(),
    tiers: (group, model) => index.tiers.get(group)?.get(model) ?? [],
    taskTiers: (platform, group, model) => index.taskTiers[platform].get(group)?.get(model) ?? [],
    offersTask: (group, model) => Object.values(index.taskTiers).some((tiers) => tiers.get(group)?.has(model) === true),
    models: (group) => [...new Set(allTiers(index).flatMap((tiers) => [...(tiers.get(group)?.keys() ?? [])]))].sort(),
    modelGroups: () => index.modelGroups,
    hasModel: (model) => index.models.has(model),
    disable(id) {
      const channel = index.byId.get(id)
      if (!channel) return
      const others = [...index.byId.values()].filter((other) => other.id !== id)
      index = buildIndex([...others, { ...channel, status: CHANNEL_STATUS.autoDisabled }])
    },
    reload,
  }
}

/** Tiers by group and model. */
type TiersByName = Map<string, Map<string, Channel[][]>>

interface Index {
  byId: Map<number, Channel>
  tiers: TiersByName
  taskTiers: Record<TaskPlatform, TiersByName>
  modelGroups: Map<string, string[]>
  /** Models of all channels, whatever their status. */
  models: Set<string>
}

const allTiers = ({ tiers, taskTiers }: Index) => [tiers, ...Object.values(taskTiers)]

function buildIndex(channels: Channel[]): Index {
  const taskTiers = { midjourney: new Map(), suno: new Map() }
  const index: Index = { byId: new Map(), tiers: new Map(), taskTiers, modelGroups: new Map(), models: new Set() }
  const sorted = [...channels].sort((a, b) => b.priority - a.priority || a.id - b.id)
  for (const channel of sorted) {
    index.byId.set(channel.id, channel)
    for (const model of channel.models) index.models.add(model)
    if (channel.status !== CHANNEL_STATUS.enabled) continue
    for (const group of channel.groups) {
      for (const model of channel.models) addCandidate(index, group, model, channel)
    }
  }
  return index
}

/**
 * Adds a channel to the last tier or starts a new one. Channels arrive by falling priority, so only the last tier
 * can grow.
 */
function addCandidate(index: Index, group: string, model: string, channel: Channel) {
  const tiersOfKind = channel.tasks ? index.taskTiers[channel.tasks] : index.tiers
  const byModel = tiersOfKind.get(group) ?? new Map<string, Channel[][]>()
  tiersOfKind.set(group, byModel)
  const tiers = byModel.get(model)
  const last = tiers?.at(-1)
  if (!tiers) {
    byModel.set(model, [[channel]])
    const groups = index.modelGroups.get(model) ?? []
    if (!groups.includes(group)) index.modelGroups.set(model, [...groups, group])
  } else if (last?.[0]?.priority === channel.priority) last.push(channel)
  else tiers.push([channel])
}

function readChannel(row: ChannelRow, vault: Vault, warn: (message: string) => void): Channel[] {
  try {
    const settings: ChannelSettings = row.settings ? JSON.parse(row.settings) : {}
    return [
      {
        id: row.id,
        type: row.type,
        name: row.name,
        status: row.status,
        key: vault.decrypt(row.key),
        baseUrl: upstreamBase(row.type, row.base_url),
        organization: row.open_ai_organization,
        other: row.other,
        models: commaList(row.models),
        groups: commaList(row.group),
        priority: row.priority,
        weight: row.weight,
        modelMapping: row.model_mapping ? JSON.parse(row.model_mapping) : {},
        statusMapping: readStatusMapping(row.status_code_mapping),
        autoBan: row.auto_ban !== 0,
        settings,
        way: wayOfChannel(settings, openSecrets(row.secrets, vault)),
        buyPrice: row.buy_price ? JSON.parse(row.buy_price) : undefined,
        limits: parseStoredLimits(row.limits),
        tasks: taskPlatform(channelType(row.type)?.provider),
      },
    ]
  } catch (error) {
    warn(`channel #${row.id} cannot be used: ${String(error)}`)
    return []
  }
}

function readStatusMapping(text: string): Record<string, number> {
  if (!text) return {}
  const pairs = Object.entries(JSON.parse(text) as Record<string, unknown>)
  return Object.fromEntries(pairs.map(([from, to]) => [from, Number(to)]).filter(([, to]) => Number.isInteger(to)))
}

/** Removes the channels whose type does not serve an operation; nearly always there are none. */
export function servingTiers(tiers: Tiers, operation: Operation): Tiers {
  const known = serving.get(tiers)?.get(operation)
  if (known) return known
  const isServed = tiers.every((tier) => tier.every(({ type }) => serves(type, operation)))
  const found = isServed ? tiers : onlyServing(tiers, operation)
  serving.set(tiers, (serving.get(tiers) ?? new Map<Operation, Tiers>()).set(operation, found))
  return found
}

/** A cache of results: the tiers of an index never change. */
const serving = new WeakMap<Tiers, Map<Operation, Tiers>>()

function onlyServing(tiers: Tiers, operation: Operation): Tiers {
  const serving = tiers.map((tier) => tier.filter(({ type }) => serves(type, operation)))
  return serving.filter((tier) => tier.length > 0)
}
