import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import type { SheetInto } from './open-sheet.tsx'
import { readSheet } from './price-sheet.ts'

const EXAMPLE = 'gpt-4o\t2.5\t10\t1.25\nclaude-opus-4-8\t5\t25\t0.5'

interface Props extends SheetInto {
  onClose: () => void
}

/** Prices pasted from a sheet. Lines that cannot be taken are listed with the reason, and stay in the field. */
export default function SheetDialog({ rows, store, onClose }: Props) {
  const { t } = useTranslation('prices')
  const id = useId()
  const [text, setText] = useState('')
  const { good, extras, bad, ignored, head } = readSheet(text, rows, store.all(), store.terms())
  const apply = () => {
    store.set(rows.flatMap((row) => (good.has(row.model) ? [[row, good.get(row.model) ?? row.stored] as const] : [])))
    store.setTerms(
      rows.flatMap((row) => {
        const given = extras.get(row.model)
        return given ? [[row, { ...(store.terms().get(row.model) ?? row.terms), extras: given }] as const] : []
      }),
    )
    toast.success(t('sheet.applied', { count: good.size }))
    if (bad.length === 0) onClose()
    else setText([...(head === undefined ? [] : [head]), ...bad.map((line) => line.text)].join('\n'))
  }
  return (
    <Dialog
      width="wide"
      title={t('sheet.title')}
      description={t('sheet.hint')}
      onClose={onClose}
      action={{
        label: t('sheet.apply', { count: good.size }),
        disabledReason: good.size === 0 && t('sheet.nothing'),
        onClick: apply,
      }}
    >
      <label htmlFor={id} className="mt-3 mb-1 block">
        {t('sheet.text')}
      </label>
      <Textarea
        id={id}
        code
        rows={10}
        placeholder={EXAMPLE}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div aria-live="polite" className="mt-1 grid min-h-5 gap-1 text-small">
        {text.trim() && <p className="text-muted">{t('sheet.summary', { good: good.size, bad: bad.length })}</p>}
        {ignored.length > 0 && <p className="text-warning">{t('sheet.ignored', { names: ignored.join(', ') })}</p>}
        {bad.length > 0 && (
          <ul className="grid gap-0.5">
            {bad.map(({ line, text: wrong, reason, cell }) => (
              <li key={line} className="flex min-w-0 flex-wrap gap-x-2">
                <span className="text-danger">
                  {t('sheet.line', { line })} {cell && `${t(`column.${cell}`)}: `}
                  {t(`problem.${reason}`)}
                </span>
                <code className="min-w-0 truncate text-muted">{wrong.replaceAll('\t', '  ')}</code>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}
