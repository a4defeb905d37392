import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Redemption, updateRedemption } from '#contract/api/redemption.ts'
import { REDEMPTION_STATUS } from '#contract/statuses.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { holdRedemptions, patchRedemption, refreshRedemptions } from './redemption-list.ts'

/** Enables or disables a code on the server. */
export const sendStatus = (id: number, status: number) =>
  call(updateRedemption, { query: { status_only: 'true' }, body: { id, status } })

/** The actions on codes of the list. The query cache reports failures. */
export function useRedemptionActions() {
  const { t } = useTranslation('redemption')
  const { t: common } = useTranslation()
  const client = useQueryClient()

  const status = useMutation({
    mutationFn: ({ code, on }: { code: Redemption; on: boolean }) => sendStatus(code.id, statusOf(on)),
    onMutate({ code, on }) {
      const release = holdRedemptions(client)
      patchRedemption(client, code.id, { status: statusOf(on) })
      return release
    },
    onError(_error, { code }) {
      patchRedemption(client, code.id, { status: code.status })
      // The code may have been redeemed meanwhile.
      void refreshRedemptions(client)
    },
    onSuccess: (reply, { code, on }) => {
      patchRedemption(client, code.id, reply)
      const undo = { label: common('action.undo'), run: () => status.mutate({ code: reply, on: !on }) }
      toast.success(t(on ? 'toast.enabled' : 'toast.disabled', { name: code.name }), { action: undo })
    },
    onSettled: (_reply, _error, _act, release) => release?.(),
  })

  // A mutation, so that failures of the lazily loaded code are reported like those of any other change.
  const change = useMutation({ mutationFn: (run: () => Promise<unknown>) => run() })
  async function changeMany(act: (changes: Changes) => Promise<readonly Redemption[]>) {
    let done: readonly Redemption[] = []
    const run = async () => {
      done = await act(await import('./bulk-changes.ts'))
    }
    await change.mutateAsync(run).catch(() => {})
    return done
  }

  return {
    setStatus: (code: Redemption, on: boolean) => status.mutate({ code, on }),
    /** Asks for confirmation. Resolves with the codes that can be deselected. */
    setStatusOfMany(codes: readonly Redemption[], on: boolean) {
      const attempt = change.mutate
      return changeMany(({ switchCodes }) => switchCodes({ codes, client, t }, { on, attempt }))
    },
    /** Asks for confirmation. Resolves with the deleted codes. */
    remove: (codes: readonly Redemption[]) => changeMany(({ removeCodes }) => removeCodes({ codes, client, t })),
  }
}

type Changes = typeof import('./bulk-changes.ts')

const statusOf = (on: boolean) => (on ? REDEMPTION_STATUS.unused : REDEMPTION_STATUS.disabled)
