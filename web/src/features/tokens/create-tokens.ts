import { createToken, createTokens, type Token } from '#contract/api/tokens.ts'
import { call } from '#web/lib/api.ts'
import { batchNames } from './batch-names.ts'
import type { TokenFormOutput } from './form-schema.ts'

/** Creates as many tokens as the form requests, all or none. Throws ApiError. */
export async function createAsked({ count, ...input }: TokenFormOutput): Promise<Token[]> {
  if (count === 1) return [await call(createToken, { body: input })]
  const { name, ...fields } = input
  return call(createTokens, { body: { ...fields, names: batchNames(name, count) } })
}
