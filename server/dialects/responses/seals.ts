/**
 * What stands in `encrypted_content` of a reasoning item that was written here. Clients send it back as it is, so that
 * other vendors' signatures survive in this format. The mark keeps them apart from OpenAI's own content.
 */
const MARK = 'sy1.'
const KINDS = { text: 't', redacted: 'r', call: 'c' } as const

/** `text`: the proof of the item's own text. `redacted`: reasoning without text. `call`: belongs to the next call. */
export interface Seal {
  kind: keyof typeof KINDS
  value: string
}

export const sealed = ({ kind, value }: Seal) => `${MARK}${KINDS[kind]}.${value}`

/** undefined = it is not from here, and no upstream of another format can use it. */
export function unsealed(content: string): Seal | undefined {
  if (!content.startsWith(MARK)) return undefined
  const letter = content.slice(MARK.length, MARK.length + 2)
  const kind = (['text', 'redacted', 'call'] as const).find((one) => `${KINDS[one]}.` === letter)
  return kind && { kind, value: content.slice(MARK.length + 2) }
}
