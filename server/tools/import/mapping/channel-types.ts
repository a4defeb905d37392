import { channelType } from '#contract/channel-types/all.ts'
import type { Kind } from '../source/recognise.ts'

/** How a type of another program is reached here. */
export interface MappedType {
  type: number
  /** The address that the program uses where a channel has none, if that differs here. */
  baseUrl?: string
  /** Value of `other` where the channel has none. */
  other?: string
  /** There is no counterpart: the channel is kept disabled. */
  missing?: true
}

const OPENAI = 1
const CUSTOM = 8

const openai = (baseUrl = ''): MappedType => ({ type: OPENAI, baseUrl })
const same = (type: number): MappedType => ({ type })
const MISSING: MappedType = { type: CUSTOM, missing: true }

/** Types of one-api and one-hub that speak OpenAI's format at a separate address. */
const EARLY: Readonly<Record<number, MappedType>> = {
  2: openai('https://oa.api2d.net'),
  4: openai('https://api.closeai-proxy.xyz'),
  5: openai('https://api.openai-sb.com'),
  // Their custom type appends the path of the call, as OpenAI's does here; custom here is a whole URL.
  8: openai(),
}

/** https://github.com/songquanpeng/one-api: its numbers from 26 on are its own. */
const ONE_API: Readonly<Record<number, MappedType>> = {
  ...EARLY,
  26: openai('https://api.baichuan-ai.com'),
  27: same(35),
  28: same(42),
  29: openai('https://api.groq.com/openai'),
  30: same(4),
  31: same(31),
  32: openai('https://api.stepfun.com'),
  33: same(33),
  34: MISSING,
  35: same(34),
  36: same(43),
  37: same(39),
  38: MISSING,
  39: openai('https://api.together.xyz'),
  40: same(45),
  41: MISSING,
  42: same(41),
  43: MISSING,
  44: same(40),
  45: openai('https://api.x.ai'),
  46: MISSING,
  47: same(46),
  48: openai('https://spark-api-open.xf-yun.com'),
  49: openai('https://dashscope.aliyuncs.com/compatible-mode'),
  50: openai(),
  51: same(24),
}

/** https://github.com/MartialBE/one-hub: its numbers from 24 on are its own. */
const ONE_HUB: Readonly<Record<number, MappedType>> = {
  ...EARLY,
  24: MISSING,
  25: same(24),
  26: openai('https://api.baichuan-ai.com'),
  27: same(35),
  28: same(43),
  29: same(25),
  30: same(42),
  31: openai('https://api.groq.com/openai'),
  32: same(33),
  33: same(31),
  34: same(2),
  35: same(39),
  36: same(34),
  37: MISSING,
  38: MISSING,
  39: same(4),
  40: MISSING,
  41: same(36),
  42: same(41),
  43: MISSING,
  44: MISSING,
  45: same(40),
  46: MISSING,
  47: same(38),
  48: MISSING,
  49: MISSING,
  51: MISSING,
  52: MISSING,
  53: MISSING,
  54: MISSING,
  55: { type: 3, other: 'v1' },
  56: openai('https://api.x.ai'),
}

/** new-api has the numbers of this server; those that are missing here and speak OpenAI's format. */
const NEW_API: Readonly<Record<number, MappedType>> = {
  47: openai(),
  48: openai('https://api.x.ai'),
}

const TABLES = { 'one-api': ONE_API, 'one-hub': ONE_HUB } as const

/** The type that a channel of another program has here. */
export function mapChannelType(kind: Kind, type: number): MappedType {
  if (kind === 'new-api') return channelType(type) ? same(type) : (NEW_API[type] ?? MISSING)
  const mapped = TABLES[kind][type]
  if (mapped) return mapped
  return type < FIRST_OWN[kind] && channelType(type) ? same(type) : MISSING
}

/** The first number that differs from those of this server. */
const FIRST_OWN = { 'one-api': 26, 'one-hub': 24 } as const
