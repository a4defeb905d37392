import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type Token, updateToken } from '#contract/api/tokens.ts'
import { call } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { FormSkeleton } from '#web/ui/form/form-skeleton.tsx'
import { useEditForm } from '#web/ui/form/use-edit-form.ts'
import { useLeaveGuard } from '#web/ui/form/use-leave-guard.ts'
import { ListFailure } from '#web/ui/table/list-states.tsx'
import { toast } from '#web/ui/toast.tsx'
import { statusAfterEdit, tokenForm, valuesOfToken } from './form-values.ts'
import { TokenFields } from './token-fields.tsx'
import { patchToken, tokenQuery } from './token-list.ts'
import { TokenSummary } from './token-summary.tsx'

/** Changes one token. */
export function EditTokenDrawer({ id }: { id: number }) {
  const { t } = useTranslation('tokens')
  const navigate = useNavigate()
  const { data: token, error, refetch } = useQuery(tokenQuery(id))
  const close = () => void navigate({ to: '/token', search: true })
  return (
    <Drawer side="end" title={t('form.update')} onClose={close}>
      {token ? (
        <EditForm key={token.id} token={token} onClose={close} />
      ) : error ? (
        <ListFailure error={error} onRetry={refetch} />
      ) : (
        <FormSkeleton fields={5} />
      )}
    </Drawer>
  )
}

function EditForm({ token, onClose }: { token: Token; onClose: () => void }) {
  const { t } = useTranslation('tokens')
  const client = useQueryClient()
  const form = useEditForm({
    schema: tokenForm,
    values: valuesOfToken(token),
    draft: { key: `token:edit:${token.id}` },
    async save({ count: _, ...input }) {
      const status = statusAfterEdit(token, input, Date.now() / 1000)
      const reply = await call(updateToken, { query: {}, body: { id: token.id, ...input, status } })
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
          <Button onClick={onClose}>{t('form.cancel')}</Button>
          <Button type="submit" variant="primary" keys="mod+enter" loading={form.formState.isSubmitting}>
            {t('form.submit')}
          </Button>
        </>
      }
    >
      <TokenFields form={form} />
    </Form>
  )
}
