import { useQuery } from '@tanstack/react-query'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { OptionKey } from '#contract/options.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Input } from '#web/ui/input.tsx'
import { Status } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { historyQuery } from '../drafts/option-queries.ts'
import { useOption } from '../drafts/settings-context.ts'
import type { ControlProps } from './option-control.tsx'

/** Edits a secret, which can be set, replaced and cleared but never displayed. */
export function SecretControl({ option, id, label, describedBy, wrong }: ControlProps) {
  const { t } = useTranslation('settings')
  const { text, draft, change, revert } = useOption(option)
  /** null while nothing is being typed. */
  const [typed, setTyped] = useState(draft && text !== '' ? text : null)
  const { isSet } = useSecretState(option)
  const willClear = draft !== undefined && text === ''
  // The draft was removed elsewhere: it was saved or discarded.
  if (typed && !draft) setTyped(null)

  const start = () => {
    revert()
    flushSync(() => setTyped(''))
    document.getElementById(id)?.focus()
  }
  const keep = () => {
    setTyped(null)
    revert()
  }
  const type = (value: string) => {
    setTyped(value)
    if (value) change(value)
    else revert()
  }
  if (typed !== null) {
    return (
      <div className="grid gap-1.5">
        <SecretInput
          {...{ id, describedBy, wrong, value: typed }}
          label={t('secret.value', { label })}
          onChange={type}
        />
        <Button size="small" className="justify-self-start" onClick={keep}>
          {t('secret.keep')}
        </Button>
      </div>
    )
  }
  return (
    <div className="flex min-h-control flex-wrap items-center gap-2">
      {willClear ? <Status colour="orange">{t('secret.willClear')}</Status> : <SecretState option={option} />}
      <span className="ms-auto flex gap-1">
        <Button
          id={id}
          size="small"
          aria-describedby={describedBy}
          aria-label={`${t(isSet ? 'secret.replace' : 'secret.set')}: ${label}`}
          onClick={start}
        >
          {t(isSet ? 'secret.replace' : 'secret.set')}
        </Button>
        {willClear ? (
          <Button size="small" onClick={keep}>
            {t('secret.keep')}
          </Button>
        ) : (
          isSet && (
            <Button size="small" aria-label={`${t('secret.clear')}: ${label}`} onClick={() => change('')}>
              {t('secret.clear')}
            </Button>
          )
        )}
      </span>
    </div>
  )
}

interface InputProps {
  id: string
  label: string
  describedBy: string
  wrong: boolean
  value: string
  onChange: (value: string) => void
}

function SecretInput({ id, label, describedBy, wrong, value, onChange }: InputProps) {
  const { t } = useTranslation('settings')
  const [shown, setShown] = useState(false)
  return (
    <Input
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={wrong}
      type={shown ? 'text' : 'password'}
      autoComplete="new-password"
      spellCheck={false}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      suffix={
        <IconButton
          size="small"
          label={t(shown ? 'secret.hide' : 'secret.show')}
          icon={shown ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}

/** Returns whether a secret is set, derived from its history: the value itself never leaves the server. */
function useSecretState(option: OptionKey) {
  const { data, error } = useQuery(historyQuery(option, 1))
  const last = data?.data[0]
  return { isSet: last?.after === 'set', last, error, known: data !== undefined }
}

function SecretState({ option }: { option: OptionKey }) {
  const { t } = useTranslation('settings')
  const { isSet, last, error, known } = useSecretState(option)
  if (error) return <span className="text-danger text-small">{t('secret.unknown')}</span>
  if (!known) return null
  if (!isSet || !last) return <Status colour="grey">{t('secret.notSet')}</Status>
  return (
    <span className="flex items-center gap-2 text-muted text-small">
      <Status colour="green">{t('secret.isSet')}</Status>
      <Time at={last.created_at} />
    </span>
  )
}
