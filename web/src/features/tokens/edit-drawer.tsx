import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useState } from 'react'
import { type Token, updateToken } from '#contract/api/tokens.ts'
import { call } from '#web/lib/api.ts'
import { formatTime } from '#web/lib/format.ts'
import { readAgain } from '#web/lib/records.ts'
import { useTranslation } from '#web/lib/texts.ts'
import { Form } from '#web/ui/form/form.tsx'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { RecordFailure } from '#web/ui/form/record-failure.tsx'
import { RecordForm } from '#web/ui/form/record-form.tsx'
import { useEditForm } from '#web/ui/form/use-edit-form.ts'
import { useLeaveGuard } from '#web/ui/form/use-leave-guard.ts'
import { Drawer } from '#web/ui/overlay/drawer.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { changesOf } from './changes.ts'
import { leastQuotaOf, valuesOfToken } from './form-values.ts'
import { FormerKey } from './former-key.tsx'
import { LastUse } from './last-use.tsx'
import { TokenFields } from './token-fields.tsx'
import { patchToken, tokenQuery } from './token-list.ts'
import { TokenSummary } from './token-summary.tsx'

/** Edits a token. */
export function EditTokenDrawer({
  id,
  Frame,
}: {
  id: number
  Frame: ComponentType<{ token: Token; children: ReactNode }>
}) {
  const { t } = useTranslation('tokens')
  const navigate = useNavigate()
  const record = useQuery(tokenQuery(id))
  const close = () => void navigate({ to: '/token', search: ({ view: _, ...list }: { view?: unknown }) => list })
  return (
    <Drawer side="end" title={t('form.update')} onClose={close}>
      <RecordForm record={record} fields={5} Failure={RecordFailure}>
        {(token) => (
          <Frame token={token}>
            <EditForm key={token.id} token={token} onClose={close} />
          </Frame>
        )}
      </RecordForm>
    </Drawer>
  )
}

function EditForm({ token, onClose }: { token: Token; onClose: () => void }) {
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
      onClose()
    },
  })
  useLeaveGuard(form)
  return (
    <Form
      form={form}
      label={t('form.update')}
      footer={
        <>
          <TokenSummary control={form.control} />
          <FormButtons save={t('form.submit')} saving={form.formState.isSubmitting} onCancel={onClose} />
        </>
      }
    >
      <FormerKey token={token} />
      <LastUse token={token} />
      <TokenFields form={form} leastQuota={leastQuotaOf(former)} limitsNow={token.limits_now} />
    </Form>
  )
}
