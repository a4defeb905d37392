import ArrowUp from 'lucide-react/icons/arrow-up'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PriceRule } from '#contract/prices/price-rules.ts'
import { type PriceTerms, sameRules } from '#contract/prices/price-terms.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { PriceRow } from './price-rows.ts'
import { RuleForm } from './rule-form.tsx'
import { useRuleWords } from './rule-words.ts'

interface Props {
  row: PriceRow
  terms: PriceTerms
  groups: readonly string[]
  /** `null` = the built-in rules. */
  onChange: (rules: readonly PriceRule[] | null) => void
}

/** The rules of a model as sentences, in the order in which they are applied. */
export function RuleList({ row, terms, groups, onChange }: Props) {
  const { t } = useTranslation('prices')
  const { sentence } = useRuleWords()
  /** The place of the rule that is edited; the number of rules = a new one. */
  const [edited, setEdited] = useState<number | null>(null)
  const add = useRef<HTMLButtonElement>(null)
  const rules = terms.rules ?? row.rules
  const close = () => {
    setEdited(null)
    requestAnimationFrame(() => add.current?.focus())
  }
  const change = (next: readonly PriceRule[]) => onChange(sameRules(next, row.rules) ? null : next)
  const put = (place: number, rule: PriceRule) => {
    change([...rules.slice(0, place), rule, ...rules.slice(place + 1)])
    close()
  }
  const remove = (place: number) => {
    change(rules.filter((_, index) => index !== place))
    requestAnimationFrame(() => add.current?.focus())
  }
  const raise = (place: number) => change(rules.toSpliced(place, 1).toSpliced(place - 1, 0, rules[place] as PriceRule))
  return (
    <section className="grid gap-2">
      <h3 className="font-strong">{t('terms.rules')}</h3>
      <p className="text-muted text-small">
        {t(terms.rules ? 'terms.ownRules' : row.rules.length > 0 ? 'terms.listedRules' : 'terms.noRules')}
      </p>
      {rules.length > 0 && (
        <ol className="divide-y divide-line rounded-control border border-line">
          {rules.map((rule, place) => {
            const words = sentence(rule)
            return edited === place ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: rules have no other name, and may be equal
              <li key={place} className="p-3">
                <RuleForm
                  {...{ model: row.model, rule, groups }}
                  onSave={(next) => put(place, next)}
                  onCancel={close}
                />
              </li>
            ) : (
              <RuleItem
                // biome-ignore lint/suspicious/noArrayIndexKey: rules have no other name, and may be equal
                key={place}
                words={words}
                onRaise={place > 0 ? () => raise(place) : undefined}
                onEdit={() => setEdited(place)}
                onRemove={() => remove(place)}
              />
            )
          })}
        </ol>
      )}
      {edited === rules.length ? (
        <div className="rounded-control border border-line p-3">
          <RuleForm
            {...{ model: row.model, rule: undefined, groups }}
            onSave={(rule) => put(rules.length, rule)}
            onCancel={close}
          />
        </div>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button ref={add} icon={<Plus size={14} aria-hidden />} onClick={() => setEdited(rules.length)}>
            {t('rule.add')}
          </Button>
          {terms.rules && (
            <Button variant="ghost" onClick={() => onChange(null)}>
              {t(row.rules.length > 0 ? 'terms.toListed' : 'terms.removeAll')}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

interface RuleItemProps {
  /** The rule as a sentence. */
  words: string
  onRaise: (() => void) | undefined
  onEdit: () => void
  onRemove: () => void
}

function RuleItem({ words, onRaise, onEdit, onRemove }: RuleItemProps) {
  const { t } = useTranslation('prices')
  return (
    <li className="flex items-center gap-1 py-1 ps-3 pe-1">
      <span className="min-w-0 flex-1 break-words">{words}</span>
      {onRaise && (
        <IconButton
          size="small"
          label={t('rule.raise', { rule: words })}
          icon={<ArrowUp size={14} aria-hidden />}
          onClick={onRaise}
        />
      )}
      <IconButton
        size="small"
        label={t('rule.edit', { rule: words })}
        icon={<Pencil size={14} aria-hidden />}
        onClick={onEdit}
      />
      <IconButton
        size="small"
        label={t('rule.remove', { rule: words })}
        icon={<Trash2 size={14} aria-hidden />}
        onClick={onRemove}
      />
    </li>
  )
}
