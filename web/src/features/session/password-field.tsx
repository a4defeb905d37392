import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Input } from '#web/ui/input.tsx'

interface Props extends Omit<ComponentProps<typeof Input>, 'type' | 'suffix'> {
  label: string
  hint?: string
}

/** A labelled password: can be shown, and says when Caps Lock is on. */
export function PasswordField({ label, hint, 'aria-describedby': describedBy, ...rest }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const note = capsLock ? t('password.capsLock') : hint
  return (
    <div>
      <label htmlFor={id} className="mb-1 block">
        {label}
      </label>
      <Input
        required
        {...rest}
        id={id}
        type={shown ? 'text' : 'password'}
        aria-describedby={[note && `${id}-note`, describedBy].filter(Boolean).join(' ') || undefined}
        onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
        suffix={
          <IconButton
            size="small"
            label={shown ? t('password.hide') : t('password.show')}
            icon={shown ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
            onClick={() => setShown(!shown)}
          />
        }
      />
      {note && (
        <p id={`${id}-note`} className="mt-1 text-small text-muted">
          {note}
        </p>
      )}
    </div>
  )
}
