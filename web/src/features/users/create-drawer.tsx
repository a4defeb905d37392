import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { createUser } from '#contract/api/users.ts'
import { call } from '#web/lib/api.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { useStatus } from '#web/lib/status.ts'
import { PasswordField } from '#web/ui/form/fields/password-field.tsx'
import { TextField } from '#web/ui/form/fields/text-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useEditForm } from '#web/ui/form/use-edit-form.ts'
import { useLeaveGuard } from '#web/ui/form/use-leave-guard.ts'
import { Drawer } from '#web/ui/overlay/drawer.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { newUser } from './form-values.ts'
import { refreshUsers } from './user-list.ts'

const InviteLink = lazyPart(async () => {
  await loadNamespaces('personal')
  const { InviteLink } = await import('#web/features/account/invite-card.tsx')
  return { default: InviteLink }
})

/** Creates an ordinary user, or invites one who chooses name and password. */
export function CreateUserDrawer() {
  const { t } = useTranslation('users')
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/user', search: true })
  return (
    <Drawer side="start" title={t('form.create')} onClose={close}>
      <CreateForm onClose={close} />
    </Drawer>
  )
}

function CreateForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('users')
  const client = useQueryClient()
  const { register_enabled } = useStatus()
  const form = useEditForm({
    schema: () => import('./form-schema.ts').then(({ createForm }) => createForm),
    values: newUser,
    draft: { key: 'user:add', secrets: ['password'] },
    async save(body) {
      try {
        await call(createUser, { body })
        toast.success(t('toast.created'))
        onClose()
      } finally {
        // Also after a lost response: the user may have been created.
        void refreshUsers(client)
      }
    },
  })
  const { control } = form
  useLeaveGuard(form)
  return (
    <Form form={form} label={t('form.create')} save={t('form.submit')} onCancel={onClose}>
      <TextField
        control={control}
        name="username"
        label={t('form.username')}
        placeholder={t('form.usernameHint')}
        hint={t('form.usernameRule')}
        autoFocus
      />
      <TextField
        optional
        control={control}
        name="display_name"
        label={t('form.displayName')}
        placeholder={t('form.displayNameHint')}
        hint={t('form.displayNameRule')}
      />
      <PasswordField
        control={control}
        name="password"
        autoComplete="new-password"
        label={t('form.password')}
        placeholder={t('form.passwordHint')}
        hint={t('form.passwordRule')}
      />
      {register_enabled && (
        <section className="grid gap-2 border-line border-t pt-4">
          <p>{t('form.invite')}</p>
          <Suspense fallback={<Skeleton className="h-21 w-full" />}>
            <InviteLink />
          </Suspense>
        </section>
      )}
    </Form>
  )
}
