const CATEGORIES = [
  'harassment',
  'harassment/threatening',
  'hate',
  'hate/threatening',
  'illicit',
  'illicit/violent',
  'self-harm',
  'self-harm/instructions',
  'self-harm/intent',
  'sexual',
  'sexual/minors',
  'violence',
  'violence/graphic',
]

export interface ModerationRequest {
  model?: string
  input?: string | string[]
}

/** POST /v1/moderations. A text is flagged for violence when it contains the word "violence". */
export function moderationAnswer({ model, input = '' }: ModerationRequest, id: string): object {
  const results = [input].flat().map((text) => {
    const flagged = String(text).includes('violence')
    const hit = (category: string) => flagged && category === 'violence'
    return {
      flagged,
      categories: Object.fromEntries(CATEGORIES.map((name) => [name, hit(name)])),
      category_scores: Object.fromEntries(CATEGORIES.map((name) => [name, hit(name) ? 0.98 : 0.0001])),
      category_applied_input_types: Object.fromEntries(CATEGORIES.map((name) => [name, hit(name) ? ['text'] : []])),
    }
  })
  return { id, model: model ?? 'omni-moderation-latest', results }
}
