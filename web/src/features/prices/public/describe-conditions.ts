import type { TFunction } from 'i18next'
import type { PriceConditions } from '#contract/prices/price-rules.ts'
import { fullNumber } from '#web/lib/format.ts'
import { weekday } from '#web/lib/format-words.ts'

/** Returns the conditions of a price in words, such as `prompts above 272,000 tokens`. `language`: a language tag. */
export function describeConditions(
  { above, up_to: upTo, with_reasoning: reasoning, from, until, days, hours, groups, tier }: PriceConditions,
  t: TFunction<'pricing'>,
  language: string,
): string {
  const parts = [
    above !== undefined && upTo !== undefined
      ? t('condition.between', { from: fullNumber(above + 1), to: fullNumber(upTo) })
      : above !== undefined
        ? t('condition.above', { tokens: fullNumber(above) })
        : upTo !== undefined && t('condition.upTo', { tokens: fullNumber(upTo) }),
    reasoning !== undefined && t(reasoning ? 'condition.reasoning' : 'condition.noReasoning'),
    from !== undefined && t('condition.from', { time: from }),
    until !== undefined && t('condition.until', { time: until }),
    days?.map((day) => weekday(day, language)).join(' '),
    hours && t('condition.hours', { hours: hours.join(', ').replaceAll('-', '–') }),
    groups && t('condition.groups', { groups: groups.join(', ') }),
    tier !== undefined && t('condition.tier', { tier }),
  ]
  return parts.filter(Boolean).join(' · ') || t('condition.always')
}
