import { above, type Finding, type Judge } from './kind.ts'

/** Tokens of prompts of a model, and those of them that came from vendors' caches: of a day, and of the week before. */
export interface CacheUse {
  model: string
  day: { prompt: number; cached: number }
  week: { prompt: number; cached: number }
}

/** Models whose share of cached tokens has fallen by a number of points. */
export const cacheShare: Judge<'cache_share', readonly CacheUse[]> = {
  every: 300,
  evaluate: (models, { percent, tokens }) => models.flatMap((use) => judge(use, percent, tokens) ?? []),
  recovered: (name) => ({ zh: `${name} 的缓存命中率已恢复`, en: `The cache hit rate of ${name} is back to normal` }),
}

function judge({ model, day, week }: CacheUse, percent: number, tokens: number): Finding | undefined {
  if (day.prompt === 0 || week.prompt === 0) return undefined
  if (day.prompt < tokens) return { state: 'hold', subject: model }
  const shareOf = ({ prompt, cached }: CacheUse['day']) => (cached / prompt) * 100
  const [now, before] = [shareOf(day), shareOf(week)]
  const state = above(before - now, percent)
  if (state === 'fine') return undefined
  if (state === 'hold') return { state, subject: model }
  return {
    ...{ state, subject: model, name: model, value: Math.round(now), links: { model } },
    title: {
      zh: `${model} 的缓存命中率由 ${Math.round(before)}% 降到 ${Math.round(now)}%`,
      en: `The cache hit rate of ${model} dropped from ${Math.round(before)}% to ${Math.round(now)}%`,
    },
  }
}
