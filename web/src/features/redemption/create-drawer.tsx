import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { Control } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { createRedemptions, REDEMPTION_COUNT_MAX } from '#contract/api/redemption.ts'
import { call } from '#web/lib/api.ts'
import { formatQuota } from '#web/lib/format.ts'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { useStatus } from '#web/lib/status.ts'
import { NumberField } from '#web/ui/form/fields/number-field.tsx'
import { QuotaField } from '#web/ui/form/fields/quota-field.tsx'
import { TextField } from '#web/ui/form/fields/text-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useEditForm } from '#web/ui/form/use-edit-form.ts'
import { useLeaveGuard } from '#web/ui/form/use-leave-guard.ts'
import { Drawer } from '#web/ui/overlay/drawer.tsx'
import type { Batch } from './code-texts.ts'
import type { NewRedemptionValues } from './form-values.ts'
import { newRedemption } from './form-values.ts'
import { refreshRedemptions } from './redemption-list.ts'

const MadePanel = lazyPart(() => import('./made-panel.tsx'))

const COUNT_PRESETS = [1, 10, 20, 50, 100]

/** Creates one or more codes, then shows them. */
export function CreateRedemptionDrawer() {
  const { t } = useTranslation('redemption')
  const navigate = useNavigate()
  const [made, setMade] = useState<Batch | null>(null)
  const close = () => void navigate({ to: '/redemption', search: true })
  return (
    <Drawer side="start" title={t(made ? 'made.title' : 'form.create')} onClose={close}>
      {made ? (
        <Suspense>
          <MadePanel batch={made} onDone={close} onAnother={() => setMade(null)} />
        </Suspense>
      ) : (
        <CreateForm onMade={setMade} onCancel={close} />
      )}
    </Drawer>
  )
}

interface CreateFormProps {
  onMade: (batch: Batch) => void
  onCancel: () => void
}

function CreateForm({ onMade, onCancel }: CreateFormProps) {
  const { t } = useTranslation('redemption')
  const client = useQueryClient()
  const form = useEditForm({
    schema: () => import('./form-schema.ts').then(({ createForm }) => createForm),
    values: newRedemption,
    draft: { key: 'redemption:add' },
    async save(body) {
      try {
        onMade({ ...body, keys: await call(createRedemptions, { body }) })
      } finally {
        // Also after a lost response: the request may have succeeded.
        void refreshRedemptions(client)
      }
    },
  })
  useLeaveGuard(form)
  const { control } = form
  return (
    <Form
      form={form}
      label={t('form.create')}
      save={t('form.submit')}
      onCancel={onCancel}
      summary={<CreateSummary control={control} />}
    >
      <TextField control={control} name="name" label={t('form.name')} hint={t('form.nameRule')} autoFocus />
      <QuotaField control={control} name="quota" label={t('form.quota')} min={1} />
      <NumberField
        control={control}
        name="count"
        label={t('form.count')}
        hint={t('form.countHint', { max: REDEMPTION_COUNT_MAX })}
        min={1}
        max={REDEMPTION_COUNT_MAX}
        presets={{
          label: t('form.count'),
          options: COUNT_PRESETS.map((count) => ({ label: t('form.countPreset', { count }), value: count })),
        }}
      />
    </Form>
  )
}

/** The total value of the codes: "100 × $10.00 = $1000.00". */
function CreateSummary<Out>({ control }: { control: Control<NewRedemptionValues, unknown, Out> }) {
  const { t } = useTranslation('redemption')
  const status = useStatus()
  const [count, quota] = useWatch({ control, name: ['count', 'quota'] })
  if (!Number.isFinite(count) || !Number.isFinite(quota)) return null
  return (
    <p className="me-auto basis-full tabular-nums" aria-live="polite">
      <span className="me-2 text-small text-muted">{t('form.total')}</span>
      {`${count} × ${formatQuota(quota, status)} = `}
      <strong>{formatQuota(count * quota, status)}</strong>
    </p>
  )
}
