import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Token, updateToken } from '#contract/api/tokens.ts'
import type { Limits } from '#contract/limits.ts'
import { limitsSentence } from '#web/features/limits/limit-words.ts'
import LimitsInputs from '#web/features/limits/limits-inputs.tsx'
import { LimitsUse } from '#web/features/limits/limits-use.tsx'
import { patchToken } from '#web/features/tokens/token-list.ts'
import { call } from '#web/lib/api.ts'
import { useStatus } from '#web/lib/status.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast/toast.tsx'

/** What a key used of its limits, and the limits themselves. */
export default function TokenLimits({ token: { id, name, limits: stored, limits_now: now } }: { token: Token }) {
  const { t } = useTranslation('limits')
  const { t: common } = useTranslation()
  const inputs = useId()
  const status = useStatus()
  const client = useQueryClient()
  const [limits, setLimits] = useState<Limits | null>(stored)
  const save = useMutation({
    mutationFn: () => call(updateToken, { query: {}, body: { id, limits } }),
    onSuccess: (reply) => {
      patchToken(client, id, reply)
      toast.success(t('saved', { name }))
    },
  })
  return (
    <div className="grid gap-3">
      <LimitsUse now={now} />
      <p aria-live="polite" className="text-muted">
        {limitsSentence(limits, t, status) || t('none')}
      </p>
      <LimitsInputs id={inputs} value={limits} onChange={setLimits} />
      <Button variant="primary" className="justify-self-end" loading={save.isPending} onClick={() => save.mutate()}>
        {common('action.save')}
      </Button>
    </div>
  )
}
