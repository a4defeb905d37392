import { useMutation, useQueryClient } from '@tanstack/react-query'
import { setOption } from '#contract/api/options.ts'
import type { OidcProviderInput } from '#contract/login/oidc-providers.ts'
import { call } from '#web/lib/api.ts'
import { optionsQuery, refreshAfter } from '../drafts/option-queries.ts'

/** Saves the list of OpenID providers; the server keeps the secrets that are not in it. */
export function useSaveOidcProviders() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (list: readonly OidcProviderInput[]) =>
      call(setOption, { body: { key: 'OIDCProviders', value: JSON.stringify(list) } }),
    meta: { inline: true },
    async onSuccess() {
      await client.refetchQueries({ queryKey: optionsQuery.queryKey })
      refreshAfter(client, ['OIDCProviders'])
    },
  })
}
