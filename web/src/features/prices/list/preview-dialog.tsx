import { useTranslation } from 'react-i18next'
import { inDollars } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import type { Previewed } from './open-preview.tsx'
import { type Effect, effectsOf, type RuleEffect, ruleEffectsOf, type Step } from './price-effects.ts'
import { useRuleWords } from './rule-words.ts'

/** Models that are listed one by one. */
const MOST = 100

interface Props extends Previewed {
  onClose: (save: boolean) => void
}

/** What the changes mean: old and new prices of each model in the groups that can use it. */
export default function PreviewDialog({ changed, ratios, onClose }: Props) {
  const { t } = useTranslation('prices')
  const { t: common } = useTranslation()
  const effects = effectsOf(changed, ratios)
  const rules = ruleEffectsOf(changed)
  const count = changed.length
  return (
    <Dialog
      width="wide"
      title={t('preview.title', { count })}
      description={t('preview.hint')}
      onClose={() => onClose(false)}
      footer={
        <>
          <Button onClick={() => onClose(false)}>{common('action.back')}</Button>
          <Button variant="primary" autoFocus onClick={() => onClose(true)}>
            {t('preview.save', { count })}
          </Button>
        </>
      }
    >
      <ul className="mt-2 divide-y divide-line">
        {effects.slice(0, MOST).map((effect) => (
          <li key={`${effect.model} ${JSON.stringify(effect.when)}`} className="py-2.5">
            <EffectTable effect={effect} />
          </li>
        ))}
      </ul>
      {effects.length > MOST && <p className="text-muted">{t('preview.more', { count: effects.length - MOST })}</p>}
      {rules.length > 0 && (
        <ul className="grid gap-2">
          {rules.map((effect) => (
            <li key={effect.model}>
              <RuleList effect={effect} />
            </li>
          ))}
        </ul>
      )}
      {effects.length + rules.length === 0 && <p className="text-muted">{t('preview.same')}</p>}
    </Dialog>
  )
}

/** The rules that a model gets and loses, as sentences. */
function RuleList({ effect: { model, added, removed } }: { effect: RuleEffect }) {
  const { t } = useTranslation('prices')
  const { sentence } = useRuleWords()
  return (
    <>
      <p className="font-strong break-all">{t('preview.rules', { model })}</p>
      <ul className="grid gap-0.5 text-small">
        {removed.map((rule) => (
          <li key={`- ${JSON.stringify(rule)}`} className="text-muted">
            <span aria-hidden>− </span>
            <span className="sr-only">{t('preview.removed')}</span> <del>{sentence(rule)}</del>
          </li>
        ))}
        {added.map((rule) => (
          <li key={`+ ${JSON.stringify(rule)}`}>
            <span aria-hidden>+ </span>
            <span className="sr-only">{t('preview.added')}</span> <ins className="no-underline">{sentence(rule)}</ins>
          </li>
        ))}
      </ul>
    </>
  )
}

function EffectTable({ effect: { model, when, amounts, groups } }: { effect: Effect }) {
  const { t } = useTranslation('prices')
  const { conditions } = useRuleWords()
  const name = when ? `${model} · ${conditions(when)}` : model
  return (
    <ScrollRegion aria-label={name}>
      <table className="text-small tabular-nums">
        <caption className="text-start font-strong break-words">{name}</caption>
        <thead>
          <tr className="text-muted">
            <th scope="col" className="min-w-28 pr-3 text-start font-normal">
              {t('preview.group')}
            </th>
            {amounts.map((amount) => (
              <th key={amount} scope="col" className="min-w-32 pl-4 text-end font-normal whitespace-nowrap">
                {t(`column.${amount}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(({ group, ratio, steps }) => (
            <tr key={group}>
              <th scope="row" className="pr-3 text-start font-normal whitespace-nowrap">
                {group} <span className="text-muted">×{ratio}</span>
              </th>
              {amounts.map((amount) => (
                <td key={amount} className="pl-4 text-end whitespace-nowrap">
                  <Change step={steps[amount]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function Change({ step = { before: null, after: null } }: { step: Step | undefined }) {
  const { t } = useTranslation('prices')
  const text = (price: string | null) => (price === null ? t('preview.none') : inDollars(price))
  return (
    <>
      <del className="text-muted no-underline">{text(step.before)}</del>
      <span aria-hidden> → </span>
      <span className="sr-only">{t('preview.to')}</span>
      <ins className="font-strong no-underline">{text(step.after)}</ins>
    </>
  )
}
