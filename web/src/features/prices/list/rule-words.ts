import { useTranslation } from 'react-i18next'
import type { PriceConditions, PriceRule, RuleComponent } from '#contract/prices/price-rules.ts'
import { RULE_COMPONENT_NAMES } from '#contract/prices/price-rules.ts'
import { describeConditions } from '#web/features/prices/public/describe-conditions.ts'
import { inDollars } from '#web/lib/format.ts'

/** Functions that say rules in the reader's language. */
export function useRuleWords() {
  const { t, i18n } = useTranslation('prices')
  const { t: ofPricing } = useTranslation('pricing')
  const name = (component: RuleComponent) => t(`component.${component}`)
  const conditions = (when: PriceConditions) => describeConditions(when, ofPricing, i18n.language)
  function changes({ factor, factors = {}, prices = {}, per_call, group_ratio }: PriceRule): string {
    const components = RULE_COMPONENT_NAMES.flatMap((component) => {
      const [usd, times] = [prices[component], factors[component]]
      if (usd !== undefined) return [`${name(component)} ${inDollars(usd)}`]
      return times === undefined ? [] : [`${name(component)} × ${times}`]
    })
    const whole = factor === undefined ? [] : [t('rule.allTimes', { factor })]
    const call = per_call === undefined ? [] : [t('rule.callCosts', { price: inDollars(per_call) })]
    const group = group_ratio === undefined ? [] : [t('rule.groupRatioIs', { ratio: group_ratio })]
    return [...whole, ...components, ...call, ...group].join(' · ')
  }
  const sentence = (rule: PriceRule) => t('rule.sentence', { when: conditions(rule), what: changes(rule) })
  return { name, conditions, changes, sentence }
}
