import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { openOverlay } from '../overlay/overlay.tsx'
import { type Conflict, conflictsOf } from './conflicts.ts'

interface Edit<In> {
  /** The values when the form was opened. */
  base: In
  /** The values stored now. */
  now: In
  edited: In
  labels: ReadonlyMap<string, ReactNode>
  words?: Partial<Record<keyof In, (value: unknown) => string>>
}

/** Shows concurrent changes of the same fields, if any, and asks whether to overwrite them. */
export async function askOverwrite<In extends Record<string, unknown>>(edit: Edit<In>) {
  const { base, now, edited, labels, words } = edit
  const conflicts = conflictsOf(base, edited, now)
  if (conflicts.length === 0) return 'unneeded'
  const shown = conflicts.map((each) => ({ ...each, label: labels.get(each.name), words: words?.[each.name] }))
  const yes = await openOverlay<boolean>((close) => <ConflictDialog conflicts={shown} onAnswer={close} />)
  return yes ? 'overwrite' : 'back'
}

/** A conflict with the field's label and the display texts of values that are not shown as stored. */
interface ShownConflict extends Conflict {
  label: ReactNode
  words?: (value: unknown) => string
}

interface Props {
  conflicts: readonly ShownConflict[]
  onAnswer: (overwrite: boolean) => void
}

/** Shows concurrent changes of the same fields beside the values to be saved. */
function ConflictDialog({ conflicts, onAnswer }: Props) {
  const { t } = useTranslation('form')
  const plain = (value: unknown) => {
    if (typeof value === 'boolean') return t(value ? 'conflict.on' : 'conflict.off')
    return (Array.isArray(value) ? value.join(', ') : String(value ?? '')) || t('conflict.nothing')
  }
  return (
    <Dialog
      title={t('conflict.title')}
      description={t('conflict.text')}
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>{t('conflict.back')}</Button>
          <Button variant="danger" onClick={() => onAnswer(true)}>
            {t('conflict.overwrite')}
          </Button>
        </>
      }
    >
      <ul className="mt-3 grid gap-3">
        {conflicts.map(({ name, label, theirs, ours, words = plain }) => (
          <li key={name}>
            <p className="font-strong">{label}</p>
            <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
              <dt className="text-muted">{t('conflict.theirs')}</dt>
              <dd className="min-w-0 break-words">{words(theirs)}</dd>
              <dt className="text-muted">{t('conflict.ours')}</dt>
              <dd className="min-w-0 break-words">{words(ours)}</dd>
            </dl>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
