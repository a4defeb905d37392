import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../icon-button.tsx'
import type { FieldProps } from '../field.tsx'
import { TextField } from './text-field.tsx'

interface PasswordFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out, string> {
  /** `new-password` suggests a generated one, `current-password` the stored one. */
  autoComplete: 'new-password' | 'current-password' | 'off'
  placeholder?: string
}

/** A password field with a button to reveal it. */
export function PasswordField<In extends FieldValues, Out>(props: PasswordFieldProps<In, Out>) {
  const { t } = useTranslation('form')
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      suffix={
        <IconButton
          size="small"
          label={t(shown ? 'password.hide' : 'password.show')}
          icon={shown ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
