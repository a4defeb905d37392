import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField, type TextFieldProps } from '#web/features/session/text-field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

/** A labelled password field with a show button and a Caps Lock warning. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'suffix'>) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  return (
    <TextField
      required
      {...props}
      {...(capsLock && { hint: t('password.capsLock'), kept: false })}
      type={shown ? 'text' : 'password'}
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
  )
}
