import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { parseBuyPrice } from '#contract/prices/buy-price-schema.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Field, type FieldProps, useField } from '#web/ui/form/field.tsx'
import { JsonField } from '#web/ui/form/fields/json-field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Input } from '#web/ui/input.tsx'
import {
  type BuyPriceDraft,
  CELLS,
  type Cell,
  draftOf,
  isWrongCell,
  jsonOf,
  type ModelDraft,
  NEW_MODEL,
} from './buy-price-draft.ts'
import type { ChannelControl, ChannelFormOutput } from './form-schema.ts'
import type { ChannelFormValues } from './form-values.ts'

const CURRENCIES = ['USD', 'CNY', 'EUR', 'GBP', 'JPY', 'HKD', 'SGD', 'KRW', 'INR']
const EXAMPLE = { discount: 0.8, models: { 'gpt-4o': { input: 2, output: 8, cache_read: 1 } } }

/** What the operator pays the vendor of a channel: a discount on list prices, and own prices of single models. */
export default function BuyPriceField({ control }: { control: ChannelControl }) {
  const { t } = useTranslation(['channels', 'form'])
  const given: FieldProps<ChannelFormValues, ChannelFormOutput, string> = {
    control,
    name: 'buy_price',
    label: t('buyPrice.models'),
    hint: t('buyPrice.modelsHint'),
  }
  const { value, field, frame } = useField(given)
  // Incomplete rows exist only here; they are kept until the value is changed from outside.
  const [typed, setTyped] = useState<{ json: string; draft: BuyPriceDraft | null }>({
    json: value,
    draft: draftOf(value),
  })
  const draft = typed.json === value ? typed.draft : draftOf(value)
  const [wantsJson, setWantsJson] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const asJson = wantsJson || draft === null
  const toggle = (
    <Button
      size="small"
      variant="ghost"
      disabledReason={draft === null && t('form:pairs.notTable')}
      onClick={() => setWantsJson(!asJson)}
    >
      {t(asJson ? 'form:pairs.asTable' : 'form:pairs.asJson')}
    </Button>
  )
  const checked = parseBuyPrice(value)
  const detail = frame.error && 'detail' in checked && <p className="text-small text-muted">{checked.detail}</p>
  if (asJson)
    return (
      <div className="grid gap-2">
        <JsonField {...given} label={t('buyPrice.json')} template={EXAMPLE} extra={toggle} />
        {detail}
      </div>
    )
  const change = (next: BuyPriceDraft) => {
    const json = jsonOf(next)
    setTyped({ json, draft: next })
    field.onChange(json)
  }
  const changeModel = (index: number, model: ModelDraft) =>
    change({ ...draft, models: draft.models.map((each, at) => (at === index ? model : each)) })
  const add = () => {
    flushSync(() => change({ ...draft, models: [...draft.models, NEW_MODEL] }))
    list.current?.querySelector<HTMLElement>('li:last-child input')?.focus()
  }
  return (
    <>
      <Terms draft={draft} onChange={change} />
      <Field {...frame} group>
        <ul ref={list} className="grid gap-2">
          {draft.models.map((model, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity but its place
            <li key={index} className="rounded-control border border-line p-2">
              <ModelRow
                model={model}
                currency={draft.currency}
                onChange={(next) => changeModel(index, next)}
                onRemove={() => change({ ...draft, models: draft.models.filter((_, at) => at !== index) })}
              />
            </li>
          ))}
        </ul>
        {detail}
        <div className="mt-1 flex gap-1">
          <Button size="small" icon={<Plus size={14} aria-hidden />} onClick={add}>
            {t('buyPrice.add')}
          </Button>
          {toggle}
        </div>
      </Field>
    </>
  )
}

interface TermsProps {
  draft: BuyPriceDraft
  onChange: (next: BuyPriceDraft) => void
}

/** The discount, and the currency of own prices with its rate. */
function Terms({ draft, onChange }: TermsProps) {
  const { t } = useTranslation('channels')
  const id = useId()
  const { discount, currency, rate } = draft
  const known = CURRENCIES.includes(currency) ? CURRENCIES : [...CURRENCIES, currency]
  return (
    <>
      <Field id={`${id}d`} label={t('buyPrice.discount')} hint={t('buyPrice.discountHint')} optional>
        <Input
          id={`${id}d`}
          aria-describedby={`${id}d-hint`}
          inputMode="decimal"
          autoComplete="off"
          placeholder="1"
          value={discount}
          aria-invalid={isWrongCell(discount)}
          onChange={({ target }) => onChange({ ...draft, discount: target.value })}
        />
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field id={`${id}c`} label={t('buyPrice.currency')} hint={t('buyPrice.currencyHint')}>
          <Select
            id={`${id}c`}
            aria-describedby={`${id}c-hint`}
            value={currency}
            options={known.map((code) => ({ value: code, label: code }))}
            onChange={(code) => onChange({ ...draft, currency: code })}
          />
        </Field>
        {currency !== 'USD' && (
          <Field id={`${id}r`} label={t('buyPrice.rate', { currency })}>
            <Input
              id={`${id}r`}
              inputMode="decimal"
              autoComplete="off"
              placeholder="7.2"
              value={rate}
              aria-invalid={isWrongCell(rate)}
              onChange={({ target }) => onChange({ ...draft, rate: target.value })}
            />
          </Field>
        )}
      </div>
    </>
  )
}

interface ModelRowProps {
  model: ModelDraft
  currency: string
  onChange: (next: ModelDraft) => void
  onRemove: () => void
}

/** The prices of one model. */
function ModelRow({ model, currency, onChange, onRemove }: ModelRowProps) {
  const { t } = useTranslation('channels')
  const id = useId()
  const { name, cells, others } = model
  const further = Object.keys(others)
  const setCell = (cell: Cell, text: string) => onChange({ ...model, cells: { ...cells, [cell]: text } })
  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-2">
        <Input
          aria-label={t('buyPrice.model')}
          placeholder={t('buyPrice.model')}
          value={name}
          autoComplete="off"
          spellCheck={false}
          className="min-w-0 flex-1"
          onChange={({ target }) => onChange({ ...model, name: target.value })}
        />
        <IconButton
          size="small"
          label={t('buyPrice.remove', { model: name })}
          icon={<X size={14} aria-hidden />}
          onClick={onRemove}
        />
      </div>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {CELLS.map((cell) => (
          <div key={cell} className="min-w-0">
            <label htmlFor={`${id}${cell}`} className="text-small text-muted">
              {t(`buyPrice.cell.${cell}`)}
            </label>
            <Input
              id={`${id}${cell}`}
              inputMode="decimal"
              autoComplete="off"
              className="mt-0.5 w-full"
              value={cells[cell]}
              aria-invalid={isWrongCell(cells[cell])}
              onChange={({ target }) => setCell(cell, target.value)}
            />
          </div>
        ))}
      </div>
      <p className="text-small text-muted">
        {t('buyPrice.unit', { currency })}
        {further.length > 0 && ` ${t('buyPrice.further', { names: further.join(', ') })}`}
      </p>
    </div>
  )
}
