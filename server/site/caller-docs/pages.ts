import clientsEn from './texts/en/clients.md' with { type: 'text' }
import errorsEn from './texts/en/errors.md' with { type: 'text' }
import formatsEn from './texts/en/formats.md' with { type: 'text' }
import keysEn from './texts/en/keys.md' with { type: 'text' }
import limitsEn from './texts/en/limits.md' with { type: 'text' }
import referenceEn from './texts/en/reference.md' with { type: 'text' }
import startEn from './texts/en/start.md' with { type: 'text' }
import streamingEn from './texts/en/streaming.md' with { type: 'text' }
import clientsZh from './texts/zh/clients.md' with { type: 'text' }
import errorsZh from './texts/zh/errors.md' with { type: 'text' }
import formatsZh from './texts/zh/formats.md' with { type: 'text' }
import keysZh from './texts/zh/keys.md' with { type: 'text' }
import limitsZh from './texts/zh/limits.md' with { type: 'text' }
import referenceZh from './texts/zh/reference.md' with { type: 'text' }
import startZh from './texts/zh/start.md' with { type: 'text' }
import streamingZh from './texts/zh/streaming.md' with { type: 'text' }

/** The pages for callers in Markdown, in their order; `{{…}}` in them is filled by fill-page.ts. */
export const pages: readonly { id: string; en: string; zh: string }[] = [
  { id: 'start', en: startEn, zh: startZh },
  { id: 'keys', en: keysEn, zh: keysZh },
  { id: 'formats', en: formatsEn, zh: formatsZh },
  { id: 'streaming', en: streamingEn, zh: streamingZh },
  { id: 'errors', en: errorsEn, zh: errorsZh },
  { id: 'limits', en: limitsEn, zh: limitsZh },
  { id: 'clients', en: clientsEn, zh: clientsZh },
  { id: 'reference', en: referenceEn, zh: referenceZh },
]
