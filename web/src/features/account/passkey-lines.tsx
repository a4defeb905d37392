import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Passkey, removePasskey } from '#contract/api/passkeys.ts'
import { call } from '#web/lib/api.ts'
import { canUsePasskeys } from '#web/lib/passkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/overlay/confirm.tsx'
import { Time } from '#web/ui/time.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { openPasskeyDialog } from './open-enrolment.tsx'

interface Props {
  passkeys: readonly Passkey[]
  onChange: () => Promise<void>
}

/** The account's passkeys, each with a button that removes it, and one to add another. */
export function PasskeyLines({ passkeys, onChange }: Props) {
  const { t } = useTranslation('personal')
  const remove = useMutation({
    mutationFn: ({ id }: Passkey) => call(removePasskey, { params: { id } }),
    onSuccess: () => toast.success(t('passkey.removed')),
    onSettled: onChange,
  })
  const add = () => openPasskeyDialog().then(onChange)
  const askRemove = async (passkey: Passkey) => {
    const { name } = passkey
    const question = { title: t('passkey.removeTitle', { name }), description: t('passkey.removeHint') }
    if (await confirm({ ...question, action: t('passkey.remove'), danger: true })) remove.mutate(passkey)
  }
  return (
    <div className="mt-3">
      <div className="flex flex-wrap items-center justify-end gap-2">
        <div className="min-w-0 flex-1 basis-60">
          <h3>{t('passkey.title')}</h3>
          <p className="text-muted text-small">{t('passkey.hint')}</p>
        </div>
        <Button size="small" disabledReason={!canUsePasskeys() && t('passkey.unsupported')} onClick={() => void add()}>
          {t('passkey.add')}
        </Button>
      </div>
      <ul className="divide-y divide-line">
        {passkeys.map((passkey) => (
          <li key={passkey.id} className="flex items-center gap-3 py-2">
            <div className="min-w-0 flex-1">
              <div className="break-words">{passkey.name}</div>
              <div className="text-muted text-small">
                {passkey.last_used_at > 0 ? (
                  <>
                    {t('sessions.seen')} <Time at={passkey.last_used_at} />
                  </>
                ) : (
                  t('passkey.unused')
                )}
              </div>
            </div>
            <Button
              size="small"
              loading={remove.isPending && remove.variables === passkey}
              aria-label={t('passkey.removeNamed', { name: passkey.name })}
              onClick={() => void askRemove(passkey)}
            >
              {t('passkey.remove')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
