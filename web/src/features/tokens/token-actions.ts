import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Token, updateToken } from '#contract/api/tokens.ts'
import { TOKEN_STATUS } from '#contract/statuses.ts'
import type { LimitsChange } from '#web/features/limits/bulk-limits-dialog.tsx'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { holdTokens, patchToken } from './token-list.ts'

const sendStatus = (id: number, status: number) =>
  call(updateToken, { query: { status_only: 'true' }, body: { id, status } })

/** The actions on tokens of the list. The query cache reports failures. */
export function useTokenActions() {
  const { t } = useTranslation('tokens')
  const { t: common } = useTranslation()
  const client = useQueryClient()

  const showEarly = (id: number, patch: Partial<Token>) => {
    const release = holdTokens(client)
    patchToken(client, id, patch)
    return release
  }
  const status = useMutation({
    mutationFn: ({ token, on }: { token: Token; on: boolean }) => sendStatus(token.id, statusOf(on)),
    onMutate: ({ token, on }) => showEarly(token.id, { status: statusOf(on) }),
    onError: (_error, { token }) => patchToken(client, token.id, { status: token.status }),
    onSuccess: (reply, { token, on }) => {
      patchToken(client, token.id, reply)
      const undo = { label: common('action.undo'), run: () => status.mutate({ token: reply, on: !on }) }
      toast.success(t(on ? 'toast.enabled' : 'toast.disabled', { name: token.name }), { action: undo })
    },
    onSettled: (_reply, _error, _act, release) => release?.(),
  })

  const rename = useMutation({
    mutationFn: ({ token, name }: { token: Token; name: string }) =>
      call(updateToken, { query: {}, body: { id: token.id, name } }),
    onMutate: ({ token, name }) => showEarly(token.id, { name }),
    onError: (_error, { token }) => patchToken(client, token.id, { name: token.name }),
    onSuccess: (reply) => patchToken(client, reply.id, reply),
    onSettled: (_reply, _error, _act, release) => release?.(),
  })

  // A mutation, so that failures of the lazily loaded code are reported like those of any other change.
  const change = useMutation({ mutationFn: (run: () => Promise<unknown>) => run() })
  async function changeMany(act: (changes: Changes) => Promise<readonly Token[]>) {
    let done: readonly Token[] = []
    const run = async () => {
      done = await act(await import('./bulk-changes.ts'))
    }
    await change.mutateAsync(run).catch(() => {})
    return done
  }

  return {
    setStatus: (token: Token, on: boolean) => status.mutate({ token, on }),
    rename: (token: Token, name: string) => rename.mutateAsync({ token, name }),
    /** Asks for confirmation when there are many. Resolves with the tokens that can be deselected. */
    async setStatusOfMany(tokens: readonly Token[], on: boolean) {
      const [first] = tokens
      if (first && tokens.length === 1) {
        const switched = status.mutateAsync({ token: first, on })
        return switched.then(() => tokens).catch(() => [])
      }
      const attempt = change.mutate
      return changeMany(({ switchTokens }) => switchTokens({ tokens, client, t }, { on, attempt }))
    },
    /** Resolves with the tokens that can be deselected. */
    async setLimits(tokens: readonly Token[], limits: LimitsChange) {
      const { limitTokens } = await import('./bulk-changes.ts')
      return limitTokens({ tokens, client, t }, limits)
    },
    /** Asks for confirmation. Resolves with the deleted tokens. */
    remove: (tokens: readonly Token[]) => changeMany(({ removeTokens }) => removeTokens({ tokens, client, t })),
  }
}

type Changes = typeof import('./bulk-changes.ts')

const statusOf = (on: boolean) => (on ? TOKEN_STATUS.enabled : TOKEN_STATUS.disabled)
