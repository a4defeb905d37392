import { channelTypes } from '#contract/channel-types/all.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'

/** The parsed text of the channel list's search box. A channel must match every given part. */
export interface TypedSearch {
  /** The remaining text: an id, part of a name, or a whole key; "" = any. */
  words: string
  /** One of these values must match; absent = any. */
  id?: number[]
  type?: number[]
  status?: number[]
  /** Whole names. */
  group?: string[]
  /** Parts of names. */
  model?: string[]
  /** `failed`: the last test failed. */
  test?: 'failed'[]
}

type Field = Exclude<keyof TypedSearch, 'words'>

/** Field names as they are typed, in either language. */
const FIELDS = new Map<string, Field>([
  ...(['id', 'type', 'status', 'group', 'model', 'test'] as const).map((field) => [field, field] as const),
  ['编号', 'id'],
  ['类型', 'type'],
  ['状态', 'status'],
  ['分组', 'group'],
  ['模型', 'model'],
  ['测试', 'test'],
])

const { enabled, disabled, autoDisabled } = CHANNEL_STATUS
const STATUS_WORDS: readonly [status: number, words: readonly string[]][] = [
  [enabled, ['enabled', 'on', '启用', '已启用']],
  [disabled, ['disabled', 'manual', 'off', '禁用', '已禁用', '手动禁用', '停用']],
  [autoDisabled, ['auto', 'auto-disabled', 'off', '自动禁用', '停用']],
]
const TEST_WORDS = ['failed', '失败']

/**
 * Parses `id:12`, `type:azure`, `status:auto`, `group:vip`, `model:gpt-4o`, `test:failed` out of a text, in any
 * number and between other words. Several values of a field are separated by commas, and one with spaces is in
 * quotes. Anything else stays a word.
 */
export function readTypedSearch(text: string): TypedSearch {
  const found: { [K in Field]?: NonNullable<TypedSearch[K]> } = {}
  const words = (text.match(/(?:"[^"]*"|\S)+/gu) ?? []).filter((part) => {
    const [, name = '', value = ''] = /^(\p{L}+)[:：](.+)$/su.exec(part) ?? []
    const field = FIELDS.get(name.toLowerCase())
    const values = field && readValues(field, value)
    if (!values) return true
    Object.assign(found, { [field]: [...(found[field] ?? []), ...values] })
    return false
  })
  // Without any field, the text is kept as typed, including spaces.
  return { words: Object.keys(found).length > 0 ? words.join(' ') : text.trim(), ...found }
}

function readValues(field: Field, text: string): (string | number)[] | null {
  const parts = text.split(/[,，]/).map((part) => part.replaceAll('"', '').trim())
  const values = parts.filter(Boolean).map((part) => valuesOf(field, part))
  return values.length > 0 && values.every((some) => some.length > 0) ? values.flat() : null
}

function valuesOf(field: Field, value: string): (string | number)[] {
  const word = value.toLowerCase()
  const isNumber = /^\d{1,9}$/.test(word)
  if (isNumber && (field === 'id' || field === 'type' || field === 'status')) return [Number(word)]
  if (field === 'group' || field === 'model') return [value]
  if (field === 'type') return typesNamed(word)
  if (field === 'test') return TEST_WORDS.some((each) => each.startsWith(word)) ? ['failed'] : []
  if (field === 'status')
    return STATUS_WORDS.filter(([, all]) => all.some((each) => each.startsWith(word))).map(statusOf)
  return []
}

const statusOf = ([status]: (typeof STATUS_WORDS)[number]) => status

/** Reduces a vendor's name to letters and digits, because its spaces are hard to remember. */
const lettersAndDigits = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Returns the types with exactly this name, else those whose name contains it, else those whose provider does. */
function typesNamed(word: string): number[] {
  const wanted = lettersAndDigits(word)
  if (!wanted) return []
  const namesOf = ({ name }: (typeof channelTypes)[number]) => [lettersAndDigits(name.zh), lettersAndDigits(name.en)]
  const exact = channelTypes.filter((type) => namesOf(type).includes(wanted))
  const part = channelTypes.filter((type) => namesOf(type).some((name) => name.includes(wanted)))
  const reached = channelTypes.filter(({ provider }) => provider.includes(wanted))
  return [exact, part, reached].find((types) => types.length > 0)?.map(({ id }) => id) ?? []
}
