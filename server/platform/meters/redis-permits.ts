import { randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import { every } from '../async/ticker.ts'
import type { PermitGrant, PermitSource, UseKey } from './permit-source.ts'

const PREFIX = 'switchyard:permits:'
/** Places of a node that has not renewed them for so long are free again, in milliseconds. */
const SILENT_MS = 30_000
const RENEW_MS = 10_000
/** How long nodes keep to their parts after Redis has returned: until all have told what they use. */
const SETTLE_MS = 15_000
/** How long this node counts on its own after Redis has failed; doubles up to the maximum. */
const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 10_000

/**
 * ARGV: least, want, limit, debt, windowMs, name for a new window. Returns granted, milliseconds left, total, name. The
 * value is `total name`.
 */
const TAKE_PERMITS = `
local known = redis.call('GET', KEYS[1])
local total, name = 0, ARGV[6]
if known then
  local blank = string.find(known, ' ', 1, true)
  total, name = tonumber(string.sub(known, 1, blank - 1)), string.sub(known, blank + 1)
end
total = total + tonumber(ARGV[4])
local left = tonumber(ARGV[3]) - total
local granted = 0
if tonumber(ARGV[1]) <= left then granted = math.max(0, math.min(tonumber(ARGV[2]), left)) end
total = total + granted
local value = string.format('%.0f', total) .. ' ' .. name
if known then redis.call('SET', KEYS[1], value, 'KEEPTTL') else redis.call('SET', KEYS[1], value, 'PX', ARGV[5]) end
return {granted, redis.call('PTTL', KEYS[1]), total, name}`

/** Sums the places of all nodes, and removes those of silent ones. A field is a node, its value `places:milliseconds`. */
const SUM_SLOTS = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local taken, own = 0, 0
local fields = redis.call('HGETALL', KEYS[1])
for i = 1, #fields, 2 do
  local colon = string.find(fields[i + 1], ':', 1, true)
  local places = tonumber(string.sub(fields[i + 1], 1, colon - 1))
  local renewed = tonumber(string.sub(fields[i + 1], colon + 1))
  if now - renewed > ${SILENT_MS} then redis.call('HDEL', KEYS[1], fields[i])
  else
    taken = taken + places
    if fields[i] == ARGV[1] then own = places end
  end
end
local function keep(places)
  if places > 0 then redis.call('HSET', KEYS[1], ARGV[1], places .. ':' .. now)
  else redis.call('HDEL', KEYS[1], ARGV[1]) end
  redis.call('PEXPIRE', KEYS[1], ${2 * SILENT_MS})
end`

/** ARGV: node, want, limit. Returns the places granted. */
const TAKE_SLOTS = `${SUM_SLOTS}
local granted = math.max(0, math.min(tonumber(ARGV[2]), tonumber(ARGV[3]) - taken))
if granted > 0 then keep(own + granted) end
return granted`

/** ARGV: node, places: all that the node has now. */
const SET_SLOTS = `${SUM_SLOTS}
keep(tonumber(ARGV[2]))
return taken`

const COUNT_SLOTS = `${SUM_SLOTS}
return taken`

/** Opens the permits that the nodes of a cluster share through Redis. `warn` is told when Redis cannot be reached. */
export function openRedisPermits(redis: Redis, node: string, warn: (message: string) => void): PermitSource {
  /** The places that this node has, by key. */
  const slots = new Map<string, number>()
  /** Keys of which places are requested now: a renewal would undo what is granted. */
  const requested = new Set<string>()
  let downUntil = 0
  let pauseMs = FIRST_PAUSE_MS
  const scripts = defineScripts(redis)

  async function request<T>(send: () => Promise<T>): Promise<T> {
    try {
      const reply = await send()
      pauseMs = FIRST_PAUSE_MS
      return reply
    } catch (error) {
      outages.note()
      if (performance.now() >= downUntil) {
        downUntil = performance.now() + pauseMs
        pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)
        warn(`limits are not shared with other nodes for now: ${error}`)
      }
      throw error
    }
  }

  const setSlots = (key: string, places: number) => scripts.setSlots(PREFIX + key, node, places)
  function renew(): void {
    if (performance.now() < downUntil) return
    for (const [key, places] of slots) if (!requested.has(key)) setSlots(key, places).catch(() => {})
  }
  const stopRenewing = every(RENEW_MS, renew)
  const outages = followOutages(redis, renew)

  function change(key: string, places: number): number {
    const has = Math.max(0, (slots.get(key) ?? 0) + places)
    if (has > 0) slots.set(key, has)
    else slots.delete(key)
    return has
  }

  return {
    get isUp() {
      return performance.now() >= downUntil
    },
    get isSettling() {
      return outages.isSettling
    },
    async takePermits(key, { least, want, limit, debt, windowMs }): Promise<PermitGrant> {
      const name = randomBytes(6).toString('hex')
      const [granted, msLeft, total, window] = await request(() =>
        scripts.takePermits(PREFIX + key, least, want, limit, debt, Math.ceil(windowMs), name),
      )
      return { granted, msLeft, total, window }
    },
    async takeSlots(key, { want, limit }) {
      requested.add(key)
      try {
        const granted = await request(() => scripts.takeSlots(PREFIX + key, node, want, limit))
        change(key, granted)
        return granted
      } finally {
        requested.delete(key)
      }
    },
    async returnSlots(key, places) {
      // Otherwise the next renewal tells Redis.
      await request(() => setSlots(key, change(key, -places))).catch(() => {})
    },
    readUse: (keys) => request(() => Promise.all(keys.map((key) => readUse(scripts, redis, node, key)))),
    async close() {
      void stopRenewing()
      await Promise.all([...slots.keys()].map((key) => setSlots(key, 0).catch(() => {})))
    },
  }
}

/** Notes when Redis was away last. `returned` is called when it is back, perhaps empty. */
function followOutages(redis: Redis, returned: () => void) {
  let lostAt = Number.NEGATIVE_INFINITY
  const outages = {
    note() {
      lostAt = performance.now()
    },
    get isSettling() {
      return performance.now() - lostAt < SETTLE_MS
    },
  }
  redis.on('close', outages.note)
  redis.on('ready', () => {
    if (!outages.isSettling) return
    outages.note()
    returned()
  })
  return outages
}

async function readUse(scripts: Scripts, redis: Redis, node: string, { key, kind }: UseKey): Promise<number> {
  if (kind === 'slots') return scripts.countSlots(PREFIX + key, node)
  return Number.parseInt((await redis.get(PREFIX + key)) ?? '0', 10)
}

interface Scripts {
  takePermits(
    key: string,
    ...request: (number | string)[]
  ): Promise<[granted: number, msLeft: number, total: number, window: string]>
  takeSlots(key: string, node: string, want: number, limit: number): Promise<number>
  setSlots(key: string, node: string, places: number): Promise<number>
  countSlots(key: string, node: string): Promise<number>
}

function defineScripts(redis: Redis): Scripts {
  const scripts = { takePermits: TAKE_PERMITS, takeSlots: TAKE_SLOTS, setSlots: SET_SLOTS, countSlots: COUNT_SLOTS }
  for (const [name, lua] of Object.entries(scripts)) redis.defineCommand(name, { numberOfKeys: 1, lua })
  return redis as unknown as Scripts
}
