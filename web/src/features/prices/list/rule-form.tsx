import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PriceRule, RULE_COMPONENT_NAMES } from '#contract/prices/price-rules.ts'
import { weekday } from '#web/lib/format-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/choice/checkbox.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Input } from '#web/ui/input.tsx'
import { draftOf, type RuleDraft, ruleOf } from './rule-draft.ts'
import { useRuleWords } from './rule-words.ts'

interface Props {
  model: string
  /** undefined = a new rule. */
  rule: PriceRule | undefined
  groups: readonly string[]
  onSave: (rule: PriceRule) => void
  onCancel: () => void
}

const DAYS = [1, 2, 3, 4, 5, 6, 7]

/** The conditions of a rule and what it changes, checked by the rules of the contract. */
export function RuleForm({ model, rule, groups, onSave, onCancel }: Props) {
  const { t } = useTranslation('prices')
  const { t: common } = useTranslation()
  const { sentence } = useRuleWords()
  const [draft, setDraft] = useState(() => draftOf(rule))
  const [shown, setShown] = useState(false)
  const set = (patch: Partial<RuleDraft>) => setDraft({ ...draft, ...patch })
  const typed = ruleOf(draft)
  const problem = useRuleProblem(model, typed)
  const save = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (problem === null) onSave(typed)
    else setShown(true)
  }
  return (
    <form className="grid gap-3" onSubmit={save} aria-label={t(rule ? 'rule.editTitle' : 'rule.addTitle')}>
      <Conditions {...{ draft, set, groups }} />
      <Changes {...{ draft, set }} />
      <p aria-live="polite" className="min-h-5 text-small">
        {problem === null ? (
          <span>{sentence(typed)}</span>
        ) : (
          shown && problem && <span className="text-danger">{t('rule.wrong', { detail: problem })}</span>
        )}
      </p>
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{common('action.cancel')}</Button>
        <Button type="submit" variant="primary">
          {t('rule.keep')}
        </Button>
      </div>
    </form>
  )
}

interface PartProps {
  draft: RuleDraft
  set: (patch: Partial<RuleDraft>) => void
}

function Conditions({ draft, set, groups }: PartProps & { groups: readonly string[] }) {
  const { t, i18n } = useTranslation('prices')
  const toggled = <T,>(list: readonly T[], item: T, on: boolean) =>
    on ? [...list, item] : list.filter((other) => other !== item)
  // A group that a rule names stays, also where the site has it no longer.
  const offered = [...new Set([...groups, ...draft.groups])]
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-strong text-small">{t('rule.when')}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        <TextPart {...{ draft, set }} name="above" example="272000" isFirst />
        <TextPart {...{ draft, set }} name="upTo" example="1000000" />
        <TextPart {...{ draft, set }} name="from" example="2027-01-01" />
        <TextPart {...{ draft, set }} name="until" example="2027-02-01" />
        <TextPart {...{ draft, set }} name="hours" example="16:30-00:30" />
        <Labelled label={t('rule.reasoning')}>
          {(id) => (
            <Select
              id={id}
              className="w-full"
              value={draft.reasoning}
              options={(['any', 'with', 'without'] as const).map((value) => ({
                value,
                label: t(`rule.reasonings.${value}`),
              }))}
              onChange={(reasoning) => set({ reasoning })}
            />
          )}
        </Labelled>
      </div>
      <Choices label={t('rule.days')}>
        {DAYS.map((day) => (
          <Checkbox
            key={day}
            label={weekday(day, i18n.language)}
            checked={draft.days.includes(day)}
            onChange={(on) => set({ days: toggled(draft.days, day, on) })}
          />
        ))}
      </Choices>
      <Choices label={t('rule.groups')}>
        {offered.map((group) => (
          <Checkbox
            key={group}
            label={group}
            checked={draft.groups.includes(group)}
            onChange={(on) => set({ groups: toggled(draft.groups, group, on) })}
          />
        ))}
      </Choices>
    </fieldset>
  )
}

function Changes({ draft, set }: PartProps) {
  const { t } = useTranslation('prices')
  const { name } = useRuleWords()
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-strong text-small">{t('rule.what')}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        <TextPart {...{ draft, set }} name="factor" example="0.5" />
        <TextPart {...{ draft, set }} name="tier" example="priority" />
        <TextPart {...{ draft, set }} name="groupRatio" example="0.7" />
        <TextPart {...{ draft, set }} name="perCall" example="0.04" />
      </div>
      <p className="text-muted text-small">{t('rule.componentsHint')}</p>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {RULE_COMPONENT_NAMES.map((component) => (
          <Labelled key={component} label={name(component)}>
            {(id) => (
              <Input
                id={id}
                autoComplete="off"
                value={draft.components[component]}
                onChange={({ target }) => set({ components: { ...draft.components, [component]: target.value } })}
              />
            )}
          </Labelled>
        ))}
      </div>
    </fieldset>
  )
}

interface TextPartProps extends PartProps {
  name: 'above' | 'upTo' | 'from' | 'until' | 'hours' | 'factor' | 'tier' | 'groupRatio' | 'perCall'
  example: string
  isFirst?: boolean
}

function TextPart({ draft, set, name, example, isFirst }: TextPartProps) {
  const { t } = useTranslation('prices')
  return (
    <Labelled label={t(`rule.${name}`)}>
      {(id) => (
        <Input
          id={id}
          autoComplete="off"
          autoFocus={isFirst}
          placeholder={example}
          value={draft[name]}
          onChange={({ target }) => set({ [name]: target.value })}
        />
      )}
    </Labelled>
  )
}

/** What is wrong with a rule; `null` = nothing, undefined = not known yet. */
function useRuleProblem(model: string, rule: PriceRule): string | null | undefined {
  const [schemas, setSchemas] = useState<typeof import('#contract/prices/price-rule-check.ts')>()
  useEffect(() => void import('#contract/prices/price-rule-check.ts').then(setSchemas), [])
  if (!schemas) return undefined
  const checked = schemas.checkPriceRules({ [model]: [rule] })
  return schemas.isRuleProblem(checked) ? checked.detail.replace(/^0\.?/, '') : null
}

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="grid content-start gap-0.5">
      <label htmlFor={id} className="text-small">
        {label}
      </label>
      {children(id)}
    </div>
  )
}

function Choices({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="flex flex-wrap gap-x-3 gap-y-1">
      <legend className="mb-0.5 text-small">{label}</legend>
      {children}
    </fieldset>
  )
}
