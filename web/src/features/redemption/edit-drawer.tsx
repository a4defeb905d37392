import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Redemption, updateRedemption } from '#contract/api/redemption.ts'
import { call } from '#web/lib/api.ts'
import { changedEntries } from '#web/lib/changed-entries.ts'
import { readAgain } from '#web/lib/records.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { QuotaField } from '#web/ui/form/fields/quota-field.tsx'
import { TextField } from '#web/ui/form/fields/text-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { RecordFailure } from '#web/ui/form/record-failure.tsx'
import { RecordForm } from '#web/ui/form/record-form.tsx'
import { useEditForm } from '#web/ui/form/use-edit-form.ts'
import { useLeaveGuard } from '#web/ui/form/use-leave-guard.ts'
import { Money } from '#web/ui/money.tsx'
import { ObjectLink } from '#web/ui/object-link.tsx'
import { Drawer } from '#web/ui/overlay/drawer.tsx'
import { Status } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { STATE_COLOURS, stateOfCode } from './code-status.ts'
import { valuesOfRedemption } from './form-values.ts'
import { patchRedemption, redemptionQuery } from './redemption-list.ts'

/** Edits an unused code, shows any other. */
export function EditRedemptionDrawer({ id }: { id: number }) {
  const { t } = useTranslation('redemption')
  const navigate = useNavigate()
  const record = useQuery(redemptionQuery(id))
  const close = () => void navigate({ to: '/redemption', search: true })
  return (
    <Drawer side="end" title={t('form.update')} onClose={close}>
      <RecordForm record={record} fields={2} Failure={RecordFailure}>
        {(code) =>
          stateOfCode(code) === 'unused' ? (
            <EditForm key={code.id} code={code} onClose={close} />
          ) : (
            <SpentCode code={code} />
          )
        }
      </RecordForm>
    </Drawer>
  )
}

/** A code that cannot be edited, and why. */
function SpentCode({ code }: { code: Redemption }) {
  const { t } = useTranslation('redemption')
  const state = stateOfCode(code)
  return (
    <div className="grid gap-4 p-4">
      <Banner tone="warning">{t(state === 'used' ? 'used' : 'notUnused')}</Banner>
      <Facts
        className="grid-cols-2"
        facts={[
          { name: 'ID', value: code.id },
          { name: t('column.name'), value: code.name },
          { name: t('column.status'), value: <Status colour={STATE_COLOURS[state]}>{t(`status.${state}`)}</Status> },
          { name: t('column.quota'), value: <Money quota={code.quota} /> },
          { name: t('column.created'), value: <Time at={code.created_time} /> },
          code.redeemed_time > 0 && { name: t('column.redeemed'), value: <Time at={code.redeemed_time} /> },
          code.used_username && {
            name: t('column.redeemer'),
            value: (
              <ObjectLink kind="user" id={code.used_user_id}>
                {code.used_username}
              </ObjectLink>
            ),
          },
        ]}
      />
    </div>
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
