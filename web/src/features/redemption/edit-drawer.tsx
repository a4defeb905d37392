import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Redemption, updateRedemption } from '#contract/api/redemption.ts'
import { call } from '#web/lib/api.ts'
import { changedEntries } from '#web/lib/changed-entries.ts'
import { readAgain } from '#web/lib/records.ts'
import { Banner } from '#web/ui/banner.tsx'
import { QuotaField } from '#web/ui/form/fields/quota-field.tsx'
import { TextField } from '#web/ui/form/fields/text-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { RecordFailure } from '#web/ui/form/record-failure.tsx'
import { RecordForm } from '#web/ui/form/record-form.tsx'
import { useEditForm } from '#web/ui/form/use-edit-form.ts'
import { useLeaveGuard } from '#web/ui/form/use-leave-guard.ts'
import { Drawer } from '#web/ui/overlay/drawer.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { valuesOfRedemption } from './form-values.ts'
import { patchRedemption, redemptionQuery } from './redemption-list.ts'
import { useWhyNotEdit } from './why-not-edit.ts'

/** Edits an unused code. */
export function EditRedemptionDrawer({ id }: { id: number }) {
  const { t } = useTranslation('redemption')
  const navigate = useNavigate()
  const record = useQuery(redemptionQuery(id))
  const whyNotEdit = useWhyNotEdit()
  const close = () => void navigate({ to: '/redemption', search: true })
  return (
    <Drawer side="end" title={t('form.update')} onClose={close}>
      <RecordForm record={record} fields={2} Failure={RecordFailure}>
        {(code) => {
          const reason = whyNotEdit(code)
          if (reason === null) return <EditForm key={code.id} code={code} onClose={close} />
          return (
            <Banner tone="warning" className="m-4">
              {code.name}: {reason}
            </Banner>
          )
        }}
      </RecordForm>
    </Drawer>
  )
}

function EditForm({ code, onClose }: { code: Redemption; onClose: () => void }) {
  const { t } = useTranslation('redemption')
  const client = useQueryClient()
  // The values that the form started with: later refetches do not count as the user's changes.
  const [former] = useState(code)
  const form = useEditForm({
    schema: () => import('./form-schema.ts').then(({ editForm }) => editForm),
    values: valuesOfRedemption(former),
    stored: async () => valuesOfRedemption(await readAgain(client, redemptionQuery(code.id))),
    async save(edited) {
      const reply = await call(updateRedemption, {
        query: {},
        body: { id: code.id, ...changedEntries(former, edited) },
      })
      patchRedemption(client, code.id, reply)
      toast.success(t('saved'))
      onClose()
    },
  })
  useLeaveGuard(form)
  return (
    <Form form={form} label={t('form.update')} save={t('form.submit')} onCancel={onClose}>
      <TextField control={form.control} name="name" label={t('form.name')} hint={t('form.nameRule')} autoFocus />
      <QuotaField control={form.control} name="quota" label={t('form.quota')} min={1} />
    </Form>
  )
}
