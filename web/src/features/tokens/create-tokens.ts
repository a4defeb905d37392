import { createToken, type Token } from '#contract/api/tokens.ts'
import { call } from '#web/lib/api.ts'
import { batchNames } from './batch-names.ts'
import type { TokenFormOutput } from './form-schema.ts'

export interface Creation {
  tokens: Token[]
  /** How many were wanted but refused, and why the first of them was. */
  missing: number
  message: string
}

/**
 * Creates as many tokens as the form asks for, one after the other, and stops at the first refusal. Throws it when not
 * even one token was created, so that the form can show it.
 */
export async function createTokens({ count, ...input }: TokenFormOutput): Promise<Creation> {
  const tokens: Token[] = []
  for (const name of batchNames(input.name, count)) {
    try {
      tokens.push(await call(createToken, { body: { ...input, name } }))
    } catch (error) {
      if (tokens.length === 0) throw error
      return { tokens, missing: count - tokens.length, message: (error as Error).message }
    }
  }
  return { tokens, missing: 0, message: '' }
}
