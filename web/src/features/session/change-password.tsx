import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { updateSelf } from '#contract/api/session.ts'
import { PASSWORD_LENGTH } from '#contract/api/users.ts'
import { refresh } from '#web/lib/after-write.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { selfQuery, useUser } from '#web/lib/session.ts'
import { setStored } from '#web/lib/storage.ts'
import { Checkbox } from '#web/ui/choice/checkbox.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { PasswordField } from './password-field.tsx'
import { strengthOf } from './strength.ts'

const FIELDS = ['current', 'password', 'repeat'] as const
type Wrong = { [name in (typeof FIELDS)[number]]?: string | undefined }

/** Changes the user's password; the server ends the other sessions and, unless kept, revokes the access token. */
export default function ChangePassword({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('password')
  const { t: shell } = useTranslation('shell')
  const user = useUser()
  const client = useQueryClient()
  const { data: self } = useQuery(selfQuery)
  const hasPassword = self?.has_password !== false
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [wrong, setWrong] = useState<Wrong>({})
  const change = useMutation({
    mutationFn: (body: { original_password: string; password: string; keep_access_token: boolean }) =>
      call(updateSelf, { body }),
    meta: { inline: true },
    onSuccess() {
      setStored('default-password', false)
      for (const key of ['self', 'setup']) void refresh(client, { queryKey: [key], exact: true })
      toast.success(t('changed'))
      onClose()
    },
    onError: (error) => tell({ current: error instanceof ApiError ? error.fields.original_password : undefined }),
  })
  /** Shows the errors at their fields and focuses the first one. */
  const tell = (problems: Wrong) => {
    setWrong(problems)
    const first = FIELDS.find((name) => problems[name])
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    return first
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const [current, password, repeat] = FIELDS.map((name) => String(data.get(name) ?? '')) as [string, string, string]
    const fits = password.length >= PASSWORD_LENGTH.min && password.length <= PASSWORD_LENGTH.max
    const problems = {
      current: hasPassword && current === '' ? t('missing') : undefined,
      password: fits ? undefined : t('rule'),
      repeat: repeat === password ? undefined : t('mismatch'),
    }
    const keep_access_token = data.get('keepToken') !== null
    if (!change.isPending && !tell(problems)) change.mutate({ original_password: current, password, keep_access_token })
  }
  const refused = change.error instanceof ApiError && change.error.fields.original_password
  return (
    <Dialog
      title={shell('password.change')}
      onClose={onClose}
      action={{ label: shell('password.change'), form: formId, loading: change.isPending }}
    >
      <form
        ref={form}
        id={formId}
        noValidate
        onSubmit={submit}
        onChange={({ target }) => setWrong({ ...wrong, [(target as Partial<HTMLInputElement>).name ?? '']: undefined })}
        className="mt-2 flex flex-col gap-3"
      >
        <PasswordFields {...{ hasPassword, wrong }} username={user?.username} />
        <p role="alert" className="text-danger empty:hidden">
          {refused ? '' : change.error?.message}
        </p>
      </form>
    </Dialog>
  )
}

interface PasswordFieldsProps {
  username: string | undefined
  /** The account has a password, which must be given. */
  hasPassword: boolean
  wrong: Wrong
}

function PasswordFields({ username, hasPassword, wrong }: PasswordFieldsProps) {
  const { t } = useTranslation('password')
  const [next, setNext] = useState('')
  const strength = next.length < PASSWORD_LENGTH.min ? null : strengthOf(next, username)
  return (
    <>
      {/* Tells password managers which account changes. */}
      <input hidden readOnly autoComplete="username" value={username ?? ''} />
      {hasPassword ? (
        <PasswordField name="current" label={t('current')} autoComplete="current-password" error={wrong.current} />
      ) : (
        <p className="text-muted">{t('none')}</p>
      )}
      <PasswordField
        name="password"
        label={t('next')}
        hint={strength ? t(`strength.${strength}`) : t('rule')}
        kept={strength === 'strong'}
        onChange={(event) => setNext(event.currentTarget.value)}
        autoComplete="new-password"
        error={wrong.password}
      />
      <PasswordField name="repeat" label={t('repeat')} autoComplete="new-password" error={wrong.repeat} />
      {hasPassword && (
        <div>
          <Checkbox name="keepToken" label={t('keepToken')} />
          <p className="text-small text-muted">{t('keepTokenHint')}</p>
        </div>
      )}
    </>
  )
}
