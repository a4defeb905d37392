import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Token, updateToken } from '#contract/api/tokens.ts'
import { TOKEN_STATUS } from '#contract/statuses.ts'
import type { LimitsChange } from '#web/features/limits/bulk-limits-dialog.tsx'
import { call } from '#web/lib/api.ts'
import { useRowChanges } from '#web/ui/table/bulk/use-row-changes.ts'
import { patchToken, tokenQueries } from './token-list.ts'

/** The actions on tokens of the list. The query cache reports failures. */
export function useTokenActions() {
  const client = useQueryClient()
  const rename = useMutation({
    mutationFn: ({ token, name }: { token: Token; name: string }) =>
      call(updateToken, { query: {}, body: { id: token.id, name } }),
    onMutate({ token, name }) {
      const release = tokenQueries.hold(client)
      patchToken(client, token.id, { name })
      return release
    },
    onError: (_error, { token }) => patchToken(client, token.id, { name: token.name }),
    onSuccess: (reply) => patchToken(client, reply.id, reply),
    onSettled: (_reply, _error, _act, release) => release?.(),
  })
  const changes = useRowChanges<Token, typeof import('./bulk-changes.ts')>({
    list: 'tokens',
    on: TOKEN_STATUS.enabled,
    off: TOKEN_STATUS.disabled,
    send: (id, status) => call(updateToken, { query: { status_only: 'true' }, body: { id, status } }),
    queries: tokenQueries,
    load: () => import('./bulk-changes.ts'),
  })
  return {
    ...changes,
    rename: (token: Token, name: string) => rename.mutateAsync({ token, name }),
    /** Resolves with the tokens that can be deselected. */
    async setLimits(rows: readonly Token[], limits: LimitsChange) {
      const { limitRows } = await import('./bulk-changes.ts')
      return limitRows({ rows, client }, limits)
    },
  }
}
