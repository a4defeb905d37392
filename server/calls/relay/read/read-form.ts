import { formStart, readBoundary, scanForm, writeFormPart } from '../../../formats/body/form-fields.ts'
import type { Fields, ScannedBody } from '../../../formats/body/scan-fields.ts'
import type { RelayEndpoint } from '../../../formats/endpoints/endpoints.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { knownCount } from '../../upstream/answers/input-count.ts'
import { estimatePictureForm, formText, hasPicture, refuseAmbiguousForm } from './picture-form.ts'
import { parseModelName, type RequestFacts } from './read-call.ts'

/** Reads and checks a form with a file. Throws an ApiError that says what is wrong with it. */
export function readForm(body: Buffer, contentType: string, endpoint: RelayEndpoint): RequestFacts {
  const boundary = readBoundary(contentType)
  if (!boundary) throw new ApiError('body_invalid', { detail: 'the body must be multipart/form-data' })
  const fields = scanFormFields(body, boundary)
  // Some parsers take the first of two fields, others the last.
  if (fields.repeated.some(({ name }) => name === 'model')) {
    throw new ApiError('body_invalid', { detail: 'the form names more than one model' })
  }
  const named = formText({ bytes: body, fields }, 'model')
  const model = parseModelName(endpoint.model ?? named ?? endpoint.defaultModel)
  const isPictureForm = endpoint.requiredField === 'image'
  if (isPictureForm) refuseAmbiguousForm(fields)
  const has = isPictureForm ? hasPicture(fields) : fields.spans.has(endpoint.requiredField)
  if (!has) throw new ApiError('field_required', { field: endpoint.requiredField })
  const missing = endpoint.alsoRequired?.find((name) => !formText({ bytes: body, fields }, name))
  if (missing) throw new ApiError('field_required', { field: missing })
  return {
    body: named === undefined ? withModel(body, boundary, model) : { bytes: body, fields },
    model,
    stream: formText({ bytes: body, fields }, 'stream') === 'true',
    usageWanted: true,
    // The text of a recording is not known before it is transcribed.
    input: knownCount(isPictureForm ? estimatePictureForm({ bytes: body, fields }) : 0),
    maxTokens: undefined,
    answerCount: 1,
    group: undefined,
  }
}

/** Returns the prompt texts of a form, including repeated fields. */
export function formPromptTexts({ bytes, fields }: ScannedBody): string[] {
  const spans = fields.repeated.filter(({ name }) => name === 'prompt').map(({ span }) => span)
  const last = fields.spans.get('prompt')
  return [...spans, ...(last ? [last] : [])].map(({ start, end }) => bytes.toString('utf8', start, end))
}

function withModel(body: Buffer, boundary: string, model: string): ScannedBody {
  const bytes = Buffer.concat([writeFormPart(boundary, 'model', model), body.subarray(formStart(body, boundary))])
  return { bytes, fields: scanFormFields(bytes, boundary) }
}

function scanFormFields(body: Buffer, boundary: string): Fields {
  try {
    return scanForm(body, boundary)
  } catch (error) {
    throw new ApiError('body_invalid', { detail: error instanceof Error ? error.message : String(error) })
  }
}
