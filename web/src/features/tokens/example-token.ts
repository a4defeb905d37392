import type { Token } from '#contract/api/tokens.ts'
import { commaList } from '#contract/comma-list.ts'
import { matchesModel } from '#contract/limits.ts'
import { TOKEN_STATUS } from '#contract/statuses.ts'

type Candidate = Pick<Token, 'status' | 'model_limits_enabled' | 'model_limits'>

/** Returns the first enabled token that may call a model, or any model if none is given; else the first enabled one. */
export function exampleToken<T extends Candidate>(tokens: readonly T[], model?: string): T | undefined {
  const enabled = tokens.filter(({ status }) => status === TOKEN_STATUS.enabled)
  const mayCall = (token: T) =>
    !token.model_limits_enabled || (model !== undefined && matchesModel(commaList(token.model_limits), model))
  return enabled.find(mayCall) ?? enabled[0]
}
