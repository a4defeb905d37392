import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Input } from '../input.tsx'
import type { Question } from './confirm.tsx'
import { Dialog } from './dialog.tsx'

interface Props extends Question {
  onAnswer: (yes: boolean) => void
}

/** The dialog of `confirm`. */
export default function ConfirmDialog({ title, description, action, danger, typeToConfirm, onAnswer }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState('')
  const missing = typeToConfirm && typed.trim() !== typeToConfirm ? t('confirm.type', { text: typeToConfirm }) : null
  return (
    <Dialog
      title={title}
      description={description && <span className="whitespace-pre-line">{description}</span>}
      onClose={() => onAnswer(false)}
      action={{
        label: action,
        variant: danger ? 'danger' : 'primary',
        disabledReason: missing,
        onClick: () => onAnswer(true),
      }}
    >
      {typeToConfirm && (
        <div className="mt-3">
          <label htmlFor={id} className="mb-1 block">
            {t('confirm.type', { text: typeToConfirm })}
          </label>
          <Input id={id} value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
        </div>
      )}
    </Dialog>
  )
}
