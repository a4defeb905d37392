import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { OptionKey } from '#contract/options.ts'
import { useStored } from '#web/lib/storage.ts'
import { lineProblems, obstacleOf } from './drafts.ts'
import { useDrafts, useSettings } from './settings-context.ts'

const MAX_LINES = 3

/** The texts of errors, which are too large to load before a draft has an error. */
const errorTexts = queryOptions({
  queryKey: ['error-texts'],
  queryFn: () => import('#contract/errors.ts'),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Returns the reason why an option's draft cannot be saved, or why the server rejected it; "" if none. */
export function useProblemText(key: OptionKey): string {
  const { t } = useTranslation('settings')
  const language = useStored('language')
  const { texts } = useSettings()
  const drafts = useDrafts()
  const draft = drafts.get(key)
  const obstacle = draft ? obstacleOf(key, draft, texts, drafts) : null
  const hasCode = obstacle !== null && typeof obstacle === 'object'
  const { data: errors } = useQuery({ ...errorTexts, enabled: hasCode })
  if (!draft) return ''
  if (obstacle === null) return draft.refused ?? ''
  if (obstacle === 'needsAddress') return t('problem.needsAddress')
  if (obstacle !== 'lines') return errors?.errorText(obstacle.code, language, obstacle.parameters) ?? obstacle.code
  const problems = [...lineProblems(key, draft)]
  const shown = problems
    .slice(0, MAX_LINES)
    .map(([line, problem]) => t(`problem.${problem}`, { line: line + 1, name: draft.lines?.[line]?.name.trim() }))
  const more = problems.length - shown.length
  return [...shown, ...(more > 0 ? [t('problem.more', { count: more })] : [])].join(' · ')
}
