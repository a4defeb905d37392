import type { GenerationRequest } from './answer.ts'
import { messages, refusalOf } from './anthropic.ts'
import { signatureProblem } from './aws-signature.ts'
import { behaviourIn, type Vendor, type VendorCall } from './cloud-vendor.ts'
import { chunkFrame, exceptionFrame } from './event-frames.ts'
import { generate } from './generate.ts'

/** InvokeModel of AWS Bedrock with Anthropic's models. Source: docs.aws.amazon.com/bedrock/latest/APIReference. */
export const bedrock: Vendor = (call) => {
  const [, encoded, kind] = /^\/model\/([^/]+)\/(invoke|invoke-with-response-stream)$/.exec(call.path) ?? []
  return encoded && kind ? invoke(call, decodeURIComponent(encoded), kind !== 'invoke') : undefined
}

/** Access keys that begin with `AKFAKE` exist; this is the secret of one. */
export const secretOf = (accessKeyId: string) =>
  accessKeyId.startsWith('AKFAKE') ? `secret/of+${accessKeyId}` : undefined

async function invoke(call: VendorCall, model: string, stream: boolean): Promise<Response> {
  const { request, path, invoice } = call
  const denied = authProblem(call)
  if (denied) return denied
  const behaviour = behaviourIn(model)
  if (behaviour.error) return errorOf(behaviour.error)
  if (!/^(?:(?:us|eu|apac|jp|au|us-gov|global)\.)?anthropic\.claude/.test(model)) {
    return refusal(400, 'ValidationException', 'The provided model identifier is invalid.')
  }
  const problem = bodyProblem(call)
  if (problem) return refusal(400, 'ValidationException', problem)
  const { anthropic_version: _, ...rest } = call.body
  const body = { ...(rest as GenerationRequest), model, stream }
  const refused = refusalOf(new Request('http://x/', { headers: { 'anthropic-version': 'x' } }), body)
  if (refused) {
    const { error } = (await refused.json()) as { error: { message: string } }
    return refusal(400, 'ValidationException', error.message)
  }
  const answer = await generate(messages, { request, path, apiKey: '', body, behaviour, invoice })
  return stream ? framed(answer) : answer
}

/** What the vendor does not know: it says so of the first such field. */
function bodyProblem({ body }: VendorCall): string | undefined {
  const text = JSON.stringify(body)
  if (body.anthropic_version !== 'bedrock-2023-05-31') return 'anthropic_version: Field required'
  for (const name of ['model', 'stream', 'output_config']) {
    if (name in body)
      return `Malformed input request: #: extraneous key [${name}] is not permitted, please reformat your input and try again.`
  }
  if (text.includes('"strict"')) return 'tools.0.strict: Extra inputs are not permitted'
  return text.includes('"type":"url"') ? 'messages.0.content.0.image.source: URL sources are not supported' : undefined
}

function authProblem({ request, path, bytes }: VendorCall): Response | undefined {
  const bearer = /^Bearer (.*)$/.exec(request.headers.get('authorization') ?? '')?.[1]
  if (bearer === undefined) {
    const [name, message] = signatureProblem(request, path, bytes, secretOf) ?? []
    return name && message ? refusal(403, name, message) : undefined
  }
  if (!bearer.startsWith('ABSK')) return denial('Invalid API Key format: Must start with pre-defined prefix')
  return bearer.startsWith('ABSKbad')
    ? denial('Authentication failed: Please make sure your API Key is valid.')
    : undefined
}

/** Wrong API keys are told with a capital letter. */
const denial = (Message: string) =>
  Response.json({ Message }, { status: 403, headers: { 'x-amzn-errortype': 'AccessDeniedException' } })

function refusal(status: number, name: string, message: string): Response {
  const headers = { 'x-amzn-errortype': `${name}:http://internal.amazon.com/coral/com.amazon.bedrock/` }
  return Response.json({ message }, { status, headers })
}

const ERRORS: Record<string, [number, string, string]> = {
  400: [400, 'ValidationException', 'max_tokens: 999999 > 64000, which is the maximum allowed number of output tokens'],
  quota: [400, 'ServiceQuotaExceededException', 'Your request exceeds the service quota for your account.'],
  model_access: [403, 'AccessDeniedException', "You don't have access to the model with the specified model ID."],
  404: [404, 'ResourceNotFoundException', 'This model version has reached the end of its life.'],
  429: [429, 'ThrottlingException', 'Too many requests, please wait before trying again.'],
  503: [503, 'ServiceUnavailableException', 'Bedrock is unable to process your request.'],
}
const errorOf = (which: number | string) =>
  refusal(...(ERRORS[which] ?? [500, 'InternalServerException', 'An internal server error occurred.']))

/** Events as messages; one that is no JSON becomes the exception that ends the stream. */
function framed(answer: Response): Response {
  const decoder = new TextDecoder()
  const frames = new TransformStream<Uint8Array, Uint8Array>({
    transform(event, controller) {
      const data = decoder.decode(event).replace(/^event: .*\ndata: |^data: |\n\n$/g, '')
      if (!data.endsWith('}')) {
        controller.enqueue(exceptionFrame('throttlingException', 'Too many tokens, please wait before trying again.'))
        controller.terminate()
      } else controller.enqueue(chunkFrame(withMetrics(data)))
    },
  })
  return new Response(answer.body?.pipeThrough(frames), {
    headers: {
      'content-type': 'application/vnd.amazon.eventstream',
      'x-amzn-bedrock-content-type': 'application/json',
    },
  })
}

/** The last event tells what was used once more, which must not be added. */
function withMetrics(data: string): string {
  const metrics = { inputTokenCount: 1000, outputTokenCount: 1000, invocationLatency: 9, firstByteLatency: 3 }
  const event = JSON.parse(data)
  return event.type === 'message_stop'
    ? JSON.stringify({ ...event, 'amazon-bedrock-invocationMetrics': metrics })
    : data
}
