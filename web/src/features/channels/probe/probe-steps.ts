import type * as z from 'zod/mini'
import { type ProbeStep, probeChannel, type probeInput } from '#contract/api/channel-checks.ts'
import { explainFailure } from '#contract/connection-failures.ts'
import { callEvents } from '#web/lib/events.ts'
import { getStored } from '#web/lib/storage.ts'
import type { ChannelFormValues } from '../form/form-values.ts'
import { writeSettings } from '../form/settings-text.ts'

/** The values of a form, and the stored channel that it edits or copies, whose key is used. */
export interface Probed {
  values: ChannelFormValues
  id: number | undefined
}

/**
 * Tests a form's values on the server and yields each step as it ends. Throws ApiError when the values are
 * refused.
 */
export async function* probeSteps(probed: Probed, signal?: AbortSignal): AsyncGenerator<ProbeStep> {
  for await (const step of callEvents(probeChannel, { body: bodyOf(probed) }, signal)) yield toShown(step as ProbeStep)
}

/**
 * Returns the models that an upstream lists; undefined when it has no list. Throws the upstream's reason when
 * it refuses.
 */
export async function probedModels(probed: Probed): Promise<string[] | undefined> {
  const body = { ...bodyOf(probed), until: 'models' as const }
  let found: string[] | undefined
  for await (const step of callEvents(probeChannel, { body })) {
    const { state, message, models } = toShown(step as ProbeStep)
    if (state === 'failed' && message) throw new Error(message)
    found = models ?? found
  }
  return found
}

/** The result of a test call of one model. */
export type ModelResult = { seconds: number } | { message: string } | 'not_testable'

/**
 * Tests one model with a form's values in a single call without streaming. Throws when the values are refused.
 */
export async function probedModel(probed: Probed, model: string, signal: AbortSignal): Promise<ModelResult> {
  const only = { models: model, test_model: model, from: 'answer' as const, until: 'answer' as const }
  for await (const step of callEvents(probeChannel, { body: { ...bodyOf(probed), ...only } }, signal)) {
    const { state, ms, verdict, status, message } = toShown(step as ProbeStep)
    if (state === 'passed') return { seconds: ms / 1000 }
    if (state === 'skipped') return 'not_testable'
    return { message: [status > 0 && status, message || verdict].filter(Boolean).join(': ') }
  }
  return { message: '' }
}

/** Puts plain words before the message of a failed connection. */
const toShown = (step: ProbeStep): ProbeStep => ({
  ...step,
  message: explainFailure(step.message, getStored('language')),
})

/** Returns the request body of a possibly incomplete form. Its address was normalised on blur. */
function bodyOf({ values, id }: Probed): z.input<typeof probeInput> {
  const { type, models, key, base_url, openai_organization, other, model_mapping, test_model, settings } = values
  return {
    ...(id === undefined ? {} : { id }),
    type: Number(type),
    models: models.join(','),
    ...{ key, base_url, openai_organization, other, model_mapping, test_model },
    settings: writeSettings(values, settings),
  }
}
