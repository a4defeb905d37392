import { boundaryOf, formPart, formStart, scanForm } from '../../body/form-fields.ts'
import type { Fields } from '../../body/scan-fields.ts'
import type { RelayEndpoint } from '../../endpoints/endpoints.ts'
import { Failure } from '../../errors/api-error.ts'
import { checkedModel, type RequestFacts } from './read-call.ts'

/** Reads and checks a form with a file. Throws the Failure that says what is wrong with it. */
export function readForm(body: Buffer, contentType: string, endpoint: RelayEndpoint): RequestFacts {
  const boundary = boundaryOf(contentType)
  if (!boundary) throw new Failure('body_invalid', { detail: 'the body must be multipart/form-data' })
  const fields = scanned(body, boundary)
  // Of two, one reader takes the first and another the last.
  if (fields.repeated.some(({ name }) => name === 'model')) {
    throw new Failure('body_invalid', { detail: 'the form names more than one model' })
  }
  const named = textOf(body, fields, 'model')
  const model = checkedModel(endpoint.model ?? named ?? endpoint.defaultModel)
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
    answers: 1,
    conversationKey: undefined,
    group: undefined,
  }
}

/** What a form says to the model besides its file; also under a name that is repeated. */
export function spokenInForm({ body, fields }: Pick<RequestFacts, 'body' | 'fields'>): string[] {
  const spans = fields.repeated.filter(({ name }) => name === 'prompt').map(({ span }) => span)
  const last = fields.spans.get('prompt')
  return [...spans, ...(last ? [last] : [])].map(({ start, end }) => body.toString('utf8', start, end))
}

function withModel(body: Buffer, boundary: string, model: string) {
  const whole = Buffer.concat([formPart(boundary, 'model', model), body.subarray(formStart(body, boundary))])
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
