import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useEditForm } from '#web/ui/form/use-edit-form.ts'
import { useLeaveGuard } from '#web/ui/form/use-leave-guard.ts'
import { type Creation, createTokens } from './create-tokens.ts'
import { newToken, tokenForm } from './form-values.ts'
import { ReadyPanel } from './ready-panel.tsx'
import { TokenFields } from './token-fields.tsx'
import { refreshTokens } from './token-list.ts'
import { TokenSummary } from './token-summary.tsx'

/** Creates one token or many, then shows their keys once more. */
export function CreateTokenDrawer() {
  const { t } = useTranslation('tokens')
  const navigate = useNavigate()
  const [creation, setCreation] = useState<Creation | null>(null)
  const close = () => void navigate({ to: '/token', search: true })
  return (
    <Drawer side="start" title={t(creation ? 'ready.title' : 'form.create')} onClose={close}>
      {creation ? (
        <ReadyPanel creation={creation} onDone={close} onAnother={() => setCreation(null)} />
      ) : (
        <CreateForm onCreated={setCreation} onCancel={close} />
      )}
    </Drawer>
  )
}

interface CreateFormProps {
  onCreated: (creation: Creation) => void
  onCancel: () => void
}

function CreateForm({ onCreated, onCancel }: CreateFormProps) {
  const { t } = useTranslation('tokens')
  const client = useQueryClient()
  const form = useEditForm({
    schema: tokenForm,
    values: newToken,
    draft: { key: 'token:add' },
    async save(values) {
      const creation = await createTokens(values)
      void refreshTokens(client)
      onCreated(creation)
    },
  })
  useLeaveGuard(form)
  return (
    <Form
      form={form}
      label={t('form.create')}
      footer={
        <>
          <TokenSummary control={form.control} />
          <Button onClick={onCancel}>{t('form.cancel')}</Button>
          <Button type="submit" variant="primary" keys="mod+enter" loading={form.formState.isSubmitting}>
            {t('form.submit')}
          </Button>
        </>
      }
    >
      <TokenFields form={form} creating />
    </Form>
  )
}
