import { useQuery } from '@tanstack/react-query'
import type { Token } from '#contract/api/tokens.ts'
import { callableModels, exampleModel } from './example-model.ts'
import { modelsQuery } from './token-list.ts'

/** Returns a model for an example call with the token. */
export function useExampleModel(token: Token): string {
  const { data: models = [] } = useQuery(modelsQuery)
  return exampleModel(token.model_limits_enabled ? callableModels(token, models) : [], models)
}
