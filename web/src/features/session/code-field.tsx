import { TextField } from './text-field.tsx'

interface Props {
  label: string
  hint?: string
  error: string | undefined
}

/** A field for a code of an authenticator app, or a recovery code. */
export function CodeField({ label, hint, error }: Props) {
  return (
    <TextField
      name="code"
      label={label}
      hint={hint}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      autoFocus
      error={error}
    />
  )
}
