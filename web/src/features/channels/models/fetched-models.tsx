import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/choice/checkbox.tsx'
import { Input } from '#web/ui/input.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { routingPreviewQuery } from '../form/routing-preview-query.ts'
import { ModelNotes, ModelSummary } from './model-notes.tsx'

interface FetchedModelsProps {
  /** The models that the upstream lists. */
  listed: readonly string[]
  /** The models now in the form. */
  chosen: readonly string[]
  type: string
  /** The edited channel. */
  id: number | undefined
  /** Called with the models that the form should have. */
  onChosen: (models: string[]) => void
  onClose: () => void
}

/**
 * Chooses which of the upstream's models the channel should have. Names that the upstream does not list stay.
 */
export default function FetchedModels({ listed, chosen, type, id, onChosen, onClose }: FetchedModelsProps) {
  const { t } = useTranslation('editor')
  const { t: channels } = useTranslation('channels')
  const [keyword, setKeyword] = useState('')
  const known = listed.filter((model) => chosen.includes(model))
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set(chosen.length > 0 ? known : listed))
  const planned = { id, type, models: listed, group: [], priority: 0, weight: 0 }
  const { data } = useQuery(routingPreviewQuery(planned))
  const marks = new Map(data?.models.map((each) => [each.model, each]))
  const shown = listed.filter((model) => model.toLowerCase().includes(keyword.trim().toLowerCase()))
  const all = shown.every((model) => checked.has(model))
  const others = chosen.filter((model) => !listed.includes(model))
  const toggleAll = () => {
    const next = new Set(checked)
    for (const model of shown) all ? next.delete(model) : next.add(model)
    setChecked(next)
  }
  const use = () => {
    onChosen([...chosen.filter((model) => !listed.includes(model) || checked.has(model)), ...added()])
    onClose()
  }
  const added = () => listed.filter((model) => checked.has(model) && !chosen.includes(model))
  return (
    <Dialog
      width="wide"
      title={t('fetched.title', { count: listed.length })}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={use}>
          {t('fetched.use', { count: checked.size })}
        </Button>
      }
    >
      <div className="flex flex-wrap items-center gap-2">
        <Input
          type="search"
          className="min-w-40 flex-1"
          aria-label={channels('test.search')}
          placeholder={channels('test.search')}
          value={keyword}
          onChange={({ target }) => setKeyword(target.value)}
        />
        <Button size="small" disabledReason={shown.length === 0 && channels('test.none')} onClick={toggleAll}>
          {t(all ? 'fetched.none' : 'fetched.all', { count: shown.length })}
        </Button>
      </div>
      <p className="mt-2 flex flex-wrap gap-x-3 text-small text-muted">
        {data && <ModelSummary models={data.models} />}
        {others.length > 0 && <span>{t('fetched.others', { count: others.length })}</span>}
      </p>
      <ul className="mt-1 divide-y divide-line">
        {shown.map((model) => (
          <ModelLine
            key={model}
            model={model}
            checked={checked.has(model)}
            onToggle={() => setChecked(new Set(checked).symmetricDifference(new Set([model])))}
          >
            {marks.has(model) && <ModelNotes model={marks.get(model)!} />}
          </ModelLine>
        ))}
      </ul>
      {shown.length === 0 && <p className="py-6 text-center text-muted">{channels('test.none')}</p>}
    </Dialog>
  )
}

interface ModelLineProps {
  model: string
  checked: boolean
  onToggle: () => void
  children: ReactNode
}

function ModelLine({ model, checked, onToggle, children }: ModelLineProps) {
  const id = useId()
  return (
    <li className="flex min-h-row items-center gap-2 py-1">
      <Checkbox id={id} checked={checked} onChange={onToggle} />
      <label htmlFor={id} className="min-w-0 flex-1 break-words">
        {model}
      </label>
      {children}
    </li>
  )
}
