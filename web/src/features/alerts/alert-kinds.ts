import { useTranslation } from 'react-i18next'
import { RULE_KIND_NAMES, type RuleKind } from '#contract/alerts/rules.ts'

const isRuleKind = (kind: string): kind is RuleKind => RULE_KIND_NAMES.some((name) => name === kind)

/** Returns a function that names a kind of alerts; one of a newer version has its code. */
export function useKindName(): (kind: string) => string {
  const { t } = useTranslation('alerts')
  return (kind) => (isRuleKind(kind) ? t(`kind.${kind}`) : kind)
}
