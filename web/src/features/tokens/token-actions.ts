import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { deleteToken, type Token, updateToken } from '#contract/api/tokens.ts'
import { TOKEN_STATUS } from '#contract/statuses.ts'
import { call } from '#web/lib/api.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { type Outcome, runAll } from '#web/ui/table/run-all.ts'
import { toast } from '#web/ui/toast.tsx'
import { patchToken, refreshTokens } from './token-list.ts'

const sendStatus = (id: number, status: number) =>
  call(updateToken, { query: { status_only: 'true' }, body: { id, status } })

/** What can be done with tokens of the list. Failures are reported by the cache or here; nothing rejects. */
export function useTokenActions() {
  const { t } = useTranslation('tokens')
  const { t: common } = useTranslation()
  const client = useQueryClient()

  const status = useMutation({
    mutationFn: ({ token, on }: { token: Token; on: boolean }) => sendStatus(token.id, statusOf(on)),
    onMutate: ({ token, on }) => patchToken(client, token.id, { status: statusOf(on) }),
    onError: (_error, { token }) => patchToken(client, token.id, { status: token.status }),
    onSuccess: (reply, { token, on }) => {
      patchToken(client, token.id, reply)
      const undo = { label: common('action.undo'), run: () => status.mutate({ token: reply, on: !on }) }
      toast.success(t(on ? 'toast.enabled' : 'toast.disabled', { name: token.name }), { action: undo })
    },
  })

  const rename = useMutation({
    mutationFn: ({ token, name }: { token: Token; name: string }) =>
      call(updateToken, { query: {}, body: { id: token.id, name } }),
    onMutate: ({ token, name }) => patchToken(client, token.id, { name }),
    onError: (_error, { token }) => patchToken(client, token.id, { name: token.name }),
    onSuccess: (reply) => patchToken(client, reply.id, reply),
  })

  function report({ done, failed, message }: Outcome<Token>, success: string) {
    void refreshTokens(client)
    if (failed.length === 0) return toast.success(success)
    toast.error(t('bulk.partly', { done: done.length, failed: failed.length, message }))
  }

  return {
    setStatus: (token: Token, on: boolean) => status.mutate({ token, on }),
    rename: (token: Token, name: string) => rename.mutateAsync({ token, name }),
    async setStatusOfMany(tokens: readonly Token[], on: boolean) {
      const outcome = await runAll(tokens, (token) => sendStatus(token.id, statusOf(on)))
      report(outcome, t(on ? 'bulk.enabled' : 'bulk.disabled', { count: outcome.done.length }))
    },
    /** Asks first. Resolves with whether the tokens were deleted. */
    async remove(tokens: readonly Token[]): Promise<boolean> {
      const [first] = tokens
      if (!first || !(await confirm(questionFor(tokens)))) return false
      const outcome = await runAll(tokens, (token) => call(deleteToken, { params: { id: token.id } }))
      const one = t('toast.deleted', { name: first.name })
      report(outcome, tokens.length === 1 ? one : t('bulk.deleted', { count: outcome.done.length }))
      return outcome.failed.length === 0
    },
  }

  function questionFor(tokens: readonly Token[]) {
    const count = tokens.length
    const [first] = tokens
    if (count === 1 && first) {
      return {
        title: t('delete.title'),
        description: t('delete.description', { name: first.name }),
        action: t('delete.action'),
        danger: true,
      }
    }
    return {
      title: t('delete.titleMany', { count }),
      description: t('delete.descriptionMany'),
      action: t('delete.actionMany', { count }),
      danger: true,
      typeToConfirm: count > TYPE_FROM ? String(count) : undefined,
    }
  }
}

/** Deleting more than this asks for the count to be typed. */
const TYPE_FROM = 20

const statusOf = (on: boolean) => (on ? TOKEN_STATUS.enabled : TOKEN_STATUS.disabled)
