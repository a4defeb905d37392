import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createToken, createTokens, type Token } from '#contract/api/tokens.ts'
import { call } from '#web/lib/api.ts'
import { formatQuota } from '#web/lib/format.ts'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { useUser } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useEditForm } from '#web/ui/form/use-edit-form.ts'
import { useLeaveGuard } from '#web/ui/form/use-leave-guard.ts'
import { Drawer } from '#web/ui/overlay/drawer.tsx'
import { batchNames } from './batch-names.ts'
import type { TokenFormOutput } from './form-schema.ts'
import { newToken } from './form-values.ts'
import { TokenFields } from './token-fields.tsx'
import { refreshTokens } from './token-list.ts'
import { TokenSummary } from './token-summary.tsx'

const ReadyPanel = lazyPart(() => import('./ready-panel.tsx'))

/** Creates one or more tokens, then shows their keys. */
export function CreateTokenDrawer() {
  const { t } = useTranslation('tokens')
  const navigate = useNavigate()
  const [created, setCreated] = useState<readonly Token[] | null>(null)
  const close = () => void navigate({ to: '/token', search: true })
  return (
    <Drawer side="start" title={t(created ? 'ready.title' : 'form.create')} onClose={close}>
      {created ? (
        <Suspense>
          <ReadyPanel tokens={created} onDone={close} onAnother={() => setCreated(null)} />
        </Suspense>
      ) : (
        <CreateForm onCreated={setCreated} onCancel={close} />
      )}
    </Drawer>
  )
}

interface CreateFormProps {
  onCreated: (tokens: readonly Token[]) => void
  onCancel: () => void
}

function CreateForm({ onCreated, onCancel }: CreateFormProps) {
  const { t } = useTranslation('tokens')
  const client = useQueryClient()
  const form = useEditForm({
    schema: () => import('./form-schema.ts').then(({ createForm }) => createForm),
    values: newToken,
    draft: { key: 'token:add' },
    async save(values) {
      try {
        onCreated(await createAsked(values))
      } finally {
        // Also after a lost response: the request may have succeeded.
        void refreshTokens(client)
      }
    },
  })
  useLeaveGuard(form)
  return (
    <Form
      form={form}
      label={t('form.create')}
      save={t('form.submit')}
      onCancel={onCancel}
      summary={<TokenSummary control={form.control} />}
    >
      <NoBalance />
      <TokenFields form={form} creating />
    </Form>
  )
}

/** Creates as many tokens as the form requests, all or none. Throws ApiError. */
async function createAsked({ count, ...input }: TokenFormOutput): Promise<Token[]> {
  if (count === 1) return [await call(createToken, { body: input })]
  const { name, ...fields } = input
  return call(createTokens, { body: { ...fields, names: batchNames(name, count) } })
}

/** Says before a token is made that nothing can be called with it yet. */
function NoBalance() {
  const { t } = useTranslation('tokens')
  const status = useStatus()
  const user = useUser()
  if (!user || user.quota > 0) return null
  return (
    <Banner
      tone="warning"
      action={
        <Link to="/topup" className="self-center whitespace-nowrap text-primary underline">
          {t('form.topUp')}
        </Link>
      }
    >
      {t('form.noBalance', { balance: formatQuota(user.quota, status) })}
    </Banner>
  )
}
