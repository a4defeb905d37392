import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { updateSelf } from '#contract/api/session.ts'
import { DISPLAY_NAME_MAX, USERNAME_MAX, type User } from '#contract/api/users.ts'
import { refresh } from '#web/lib/after-write.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { selfQuery } from '#web/lib/session.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/toast/toast.tsx'

const FIELDS = [
  { name: 'username', max: USERNAME_MAX, autoComplete: 'username' },
  { name: 'display_name', max: DISPLAY_NAME_MAX, autoComplete: 'nickname' },
] as const

/** Changes the user's user name and display name. */
export default function NameDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('personal')
  const { t: common } = useTranslation()
  const id = useId()
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: (body: { username: string; display_name: string }) => call(updateSelf, { body }),
    meta: { inline: true },
    onSuccess() {
      void refresh(client, { queryKey: selfQuery.queryKey, exact: true })
      toast.success(t('profile.saved'))
      onClose()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const text = (name: string) => String(data.get(name)).trim()
    // An empty value means unchanged, so that a name older than the present rules can stay.
    const username = text('username') === user.username ? '' : text('username')
    if (!save.isPending) save.mutate({ username, display_name: text('display_name') })
  }
  const refused = save.error instanceof ApiError ? save.error.fields : {}
  const elsewhere = FIELDS.every(({ name }) => !refused[name]) && save.error?.message
  return (
    <Dialog
      title={t('profile.edit')}
      onClose={onClose}
      action={{ label: common('action.save'), form: id, loading: save.isPending }}
    >
      <form id={id} onSubmit={submit} className="mt-1 flex flex-col gap-3">
        {FIELDS.map(({ name, max, autoComplete }) => (
          <Field
            key={name}
            id={id + name}
            label={t(`profile.${name}`)}
            hint={t('profile.length', { max })}
            error={refused[name]}
          >
            <Input
              id={id + name}
              name={name}
              required
              maxLength={max}
              defaultValue={user[name] || user.username}
              autoComplete={autoComplete}
              aria-invalid={Boolean(refused[name])}
              aria-describedby={`${id + name}-hint${refused[name] ? ` ${id + name}-error` : ''}`}
            />
          </Field>
        ))}
        <p role="alert" className="text-danger empty:hidden">
          {elsewhere}
        </p>
      </form>
    </Dialog>
  )
}
