import { Failure } from '../http/failure.ts'
import type { RelayEndpoint } from './endpoints.ts'
import { boundaryOf, formPart, scanForm } from './form-fields.ts'
import { checkedModel, type RequestFacts } from './read-call.ts'
import type { Fields } from './scan-fields.ts'

/** Reads and checks a form with a file. Throws the Failure that says what is wrong with it. */
export function readForm(body: Buffer, contentType: string, endpoint: RelayEndpoint): RequestFacts {
  const boundary = boundaryOf(contentType)
  if (!boundary) throw new Failure('body_invalid', { detail: 'the body must be multipart/form-data' })
  const fields = scanned(body, boundary)
  const named = textOf(body, fields, 'model')
  const model = checkedModel(named ?? endpoint.defaultModel)
  if (!fields.spans.has(endpoint.requiredField)) throw new Failure('field_required', { field: endpoint.requiredField })
  const sent = named === undefined ? withModel(body, boundary, model) : { body, fields }
  return {
    ...sent,
    model,
    stream: textOf(body, fields, 'stream') === 'true',
    usageWanted: true,
    // What is said in a recording is not known before it has been written down.
    inputTokens: 0,
    maxTokens: undefined,
    conversationKey: undefined,
    group: undefined,
  }
}

function withModel(body: Buffer, boundary: string, model: string) {
  const whole = Buffer.concat([formPart(boundary, 'model', model), body])
  return { body: whole, fields: scanned(whole, boundary) }
}

function scanned(body: Buffer, boundary: string): Fields {
  try {
    return scanForm(body, boundary)
  } catch (error) {
    throw new Failure('body_invalid', { detail: error instanceof Error ? error.message : String(error) })
  }
}

function textOf(body: Buffer, { spans }: Fields, name: string): string | undefined {
  const span = spans.get(name)
  return span && body.toString('utf8', span.start, span.end)
}
