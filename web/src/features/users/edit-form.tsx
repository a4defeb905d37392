import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type User, updateUser } from '#contract/api/users.ts'
import { MAX_USER_RATIO } from '#contract/prices/price.ts'
import { call } from '#web/lib/api.ts'
import { readAgain } from '#web/lib/records.ts'
import { useStatus } from '#web/lib/status.ts'
import { Form } from '#web/ui/form/form.tsx'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import type { FormEnds } from '#web/ui/form/record-form.tsx'
import { useEditForm } from '#web/ui/form/use-edit-form.ts'
import { useLeaveGuard } from '#web/ui/form/use-leave-guard.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { changesOf } from './changes.ts'
import { DeletedUser } from './deleted-user.tsx'
import { valuesOfUser } from './form-values.ts'
import { stateOfUser } from './standing.ts'
import { useBalance } from './use-balance.ts'
import { UserFields } from './user-fields.tsx'
import { UserHead } from './user-head.tsx'
import { patchUser, userQuery } from './user-list.ts'

/** The form of a user; a deleted one is only shown. */
export function EditUserForm({ record: user, ...ends }: { record: User } & FormEnds) {
  return stateOfUser(user) === 'deleted' ? <DeletedUser user={user} /> : <EditForm {...ends} user={user} />
}

function EditForm({ user, onSaved, onCancel }: { user: User } & FormEnds) {
  const { t } = useTranslation('users')
  const client = useQueryClient()
  const status = useStatus()
  // The values that the form started with: later refetches do not count as the user's changes.
  const [former] = useState(user)
  const balance = useBalance(former)
  const beforeChange = { ...former, ...balance.seen }
  const words = {
    unreadable: t('form.balanceUnreadable'),
    belowZero: t('form.balanceBelowZero'),
    tooLarge: t('form.balanceTooLarge'),
    ratio: t('form.ratioWrong', { max: MAX_USER_RATIO }),
  }
  const form = useEditForm({
    schema: () => import('./form-schema.ts').then(({ editForm }) => editForm(beforeChange, status, words)),
    values: valuesOfUser(former),
    stored: async () => valuesOfUser(await readAgain(client, userQuery(user.id))),
    draft: { key: `user:edit:${user.id}`, secrets: ['password'] },
    async save(edited) {
      const changes = changesOf(former, edited, balance.seen, status)
      const reply = await call(updateUser, { body: { id: user.id, ...changes } }).catch(async (error) => {
        throw 'quota_change' in changes ? await balance.explain(error) : error
      })
      patchUser(client, user.id, reply)
      toast.success(t('toast.updated'))
      onSaved()
    },
  })
  useLeaveGuard(form)
  return (
    <Form
      form={form}
      label={t('form.update')}
      footer={<FormButtons save={t('form.submit')} saving={form.formState.isSubmitting} onCancel={onCancel} />}
    >
      <UserHead user={user} />
      <UserFields form={form} user={beforeChange} />
    </Form>
  )
}
