import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endFormerKeys, type Token, updateToken } from '#contract/api/tokens.ts'
import { call } from '#web/lib/api.ts'
import { formatTime } from '#web/lib/format.ts'
import { readAgain } from '#web/lib/records.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import type { FormEnds } from '#web/ui/form/record-form.tsx'
import { useEditForm } from '#web/ui/form/use-edit-form.ts'
import { useLeaveGuard } from '#web/ui/form/use-leave-guard.ts'
import { confirm } from '#web/ui/overlay/confirm.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { changesOf } from './changes.ts'
import { leastQuotaOf, valuesOfToken } from './form-values.ts'
import { LastUse } from './last-use.tsx'
import { TokenFields } from './token-fields.tsx'
import { patchToken, tokenQuery } from './token-list.ts'
import { TokenSummary } from './token-summary.tsx'

/** The form of a key. */
export function EditTokenForm({ record: token, onSaved, onCancel }: { record: Token } & FormEnds) {
  const { t } = useTranslation('tokens')
  const client = useQueryClient()
  // The values that the form started with: later refetches do not count as the user's changes.
  const [former] = useState(token)
  const form = useEditForm({
    schema: () => import('./form-schema.ts').then(({ editForm }) => editForm(former)),
    values: valuesOfToken(former),
    stored: async () => valuesOfToken(await readAgain(client, tokenQuery(token.id))),
    words: { expired_time: (time) => (time === -1 ? t('form.summaryNever') : formatTime(Number(time))) },
    draft: { key: `token:edit:${token.id}` },
    async save(edited) {
      const changes = changesOf(former, edited, Date.now() / 1000)
      const reply = await call(updateToken, { query: {}, body: { id: token.id, ...changes } })
      patchToken(client, token.id, reply)
      toast.success(t('saved'))
      onSaved()
    },
  })
  useLeaveGuard(form)
  return (
    <Form
      form={form}
      label={t('form.update')}
      save={t('form.submit')}
      onCancel={onCancel}
      summary={<TokenSummary control={form.control} />}
    >
      <FormerKey token={token} />
      <LastUse token={token} />
      <TokenFields form={form} leastQuota={leastQuotaOf(former)} limitsNow={token.limits_now} />
    </Form>
  )
}

/** Says that the key from before a rotation still works, and ends it. */
function FormerKey({ token: { id, name, former_key_until: until } }: { token: Token }) {
  const { t } = useTranslation('tokens')
  const client = useQueryClient()
  const end = useMutation({
    mutationFn: () => call(endFormerKeys, { params: { id } }),
    onSuccess: (token) => {
      patchToken(client, id, token)
      toast.success(t('rotate.endDone', { name }))
    },
  })
  if (until <= Date.now() / 1000) return null
  async function ask() {
    const question = {
      title: t('rotate.endTitle', { name }),
      description: t('rotate.endHint'),
      action: t('rotate.end'),
    }
    if (await confirm({ ...question, danger: true })) end.mutate()
  }
  return (
    <Banner
      tone="info"
      action={
        <Button size="small" className="self-center" loading={end.isPending} onClick={() => void ask()}>
          {t('rotate.end')}
        </Button>
      }
    >
      {t('rotate.former', { time: formatTime(until) })}
    </Banner>
  )
}
