import ArrowRight from 'lucide-react/icons/arrow-right'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { IconButton } from '../../icon-button.tsx'
import { Input } from '../../input.tsx'
import { Field, type FieldProps, useField } from '../field.tsx'
import { JsonField } from './json-field.tsx'
import { jsonOfPairs, type Pair, pairsOf, repeatedNames } from './pairs.ts'

interface PairsFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out, string> {
  /** Headings of the two columns. */
  columns: readonly [name: string, value: string]
  /** An example entry. */
  example: Pair
}

/**
 * Edits a JSON object of texts as a table, or as JSON where it is not a flat object. The value is the JSON text.
 */
export function PairsField<In extends FieldValues, Out>(all: PairsFieldProps<In, Out>) {
  const { t } = useTranslation('form')
  const { columns, example, ...given } = all
  const { value } = useField(given)
  const pairs = pairsOf(value)
  const [wantsJson, setWantsJson] = useState(false)
  const asJson = wantsJson || pairs === null
  const toggle = (
    <Button
      size="small"
      variant="ghost"
      disabledReason={pairs === null && t('pairs.notTable')}
      onClick={() => setWantsJson(!asJson)}
    >
      {t(asJson ? 'pairs.asTable' : 'pairs.asJson')}
    </Button>
  )
  if (!asJson) return <Table {...all} pairs={pairs} toggle={toggle} />
  return <JsonField {...given} template={Object.fromEntries([example])} extra={toggle} />
}

type TableProps<In extends FieldValues, Out> = PairsFieldProps<In, Out> & {
  pairs: readonly Pair[]
  toggle: ReactNode
}

function Table<In extends FieldValues, Out>({ columns, example, pairs, toggle, ...given }: TableProps<In, Out>) {
  const { t } = useTranslation('form')
  const { value, field, props, frame } = useField(given)
  // Incomplete rows exist only here; they are kept until the value is changed from outside.
  const [typed, setTyped] = useState<{ json: string; lines: readonly Pair[] }>({ json: value, lines: pairs })
  const lines = typed.json === value ? typed.lines : pairs
  const repeated = repeatedNames(lines)
  const list = useRef<HTMLUListElement>(null)

  const change = (next: readonly Pair[]) => {
    const json = jsonOfPairs(next)
    setTyped({ json, lines: next })
    field.onChange(json)
  }
  const cell = (line: number, column: 0 | 1) => ({
    'aria-label': t('pairs.cell', { column: columns[column], line: line + 1 }),
    value: lines[line]?.[column] ?? '',
    placeholder: example[column],
    'aria-describedby': props['aria-describedby'],
    autoComplete: 'off',
    spellCheck: false,
    className: 'min-w-0 flex-1',
    onBlur: field.onBlur,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
      change(
        lines.map((pair, index): Pair => {
          if (index !== line) return pair
          return column === 0 ? [target.value, pair[1]] : [pair[0], target.value]
        }),
      ),
  })
  const add = () => {
    flushSync(() => change([...lines, ['', '']]))
    list.current?.querySelector<HTMLElement>('li:last-child input')?.focus()
  }

  return (
    <Field {...frame} group>
      {lines.length > 0 && (
        <div aria-hidden className="mb-0.5 flex gap-2 pe-9 text-small text-muted">
          <span className="flex-1">{columns[0]}</span>
          <span className="w-4" />
          <span className="flex-1">{columns[1]}</span>
        </div>
      )}
      <ul ref={list} className="grid gap-1">
        {lines.map(([name], line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its place
          <li key={line} className="flex items-center gap-2">
            <Input
              {...cell(line, 0)}
              ref={line === 0 ? field.ref : undefined}
              aria-invalid={props['aria-invalid'] || repeated.has(name.trim())}
            />
            <ArrowRight size={14} aria-hidden className="w-4 shrink-0 text-muted" />
            <Input {...cell(line, 1)} aria-invalid={props['aria-invalid']} />
            <IconButton
              size="small"
              className="-ms-1"
              label={t('pairs.remove', { line: line + 1 })}
              icon={<X size={14} aria-hidden />}
              onClick={() => change(lines.filter((_, index) => index !== line))}
            />
          </li>
        ))}
      </ul>
      {repeated.size > 0 && (
        <p className="mt-1 text-small text-warning">{t('pairs.repeated', { names: [...repeated].join(', ') })}</p>
      )}
      <div className="mt-1 flex gap-1">
        <Button size="small" icon={<Plus size={14} aria-hidden />} onClick={add}>
          {t('pairs.add')}
        </Button>
        {toggle}
      </div>
    </Field>
  )
}
