import type { ChannelSettings } from '#contract/api/channels.ts'
import type { TaskPlatform } from '#contract/channel-types/tasks.ts'
import type { Limits } from '#contract/limits.ts'
import type { BuyPrice } from '#contract/prices/buy-price.ts'
import type { Way } from '../../wire/http1/client/way.ts'

/** A channel as the data plane uses it: parsed, with its credential decrypted, in memory only. */
export interface Channel {
  id: number
  type: number
  name: string
  status: number
  key: string
  /** The key's id in the pool of the channel; undefined = the channel has no pool, or no key was chosen yet. */
  keyId?: number | undefined
  /** Limits of that key. */
  keyLimits?: Limits | undefined
  baseUrl: string
  organization: string
  /** A value whose meaning depends on the type: a version, an account, a plugin. */
  other: string
  models: readonly string[]
  groups: readonly string[]
  priority: number
  weight: number
  modelMapping: Readonly<Record<string, string>>
  statusMapping: Readonly<Record<string, number>>
  autoBan: boolean
  settings: ChannelSettings
  /** What the operator pays its vendor; undefined = the list prices. */
  buyPrice?: BuyPrice | undefined
  /** How it is reached; undefined = straight, or as the environment says. */
  way?: Way | undefined
  /** undefined = its calls are not limited. */
  limits?: Limits | undefined
  /** The platform whose tasks its calls create; undefined = its calls are answered directly. */
  tasks?: TaskPlatform | undefined
}
