import type { UpstreamRequest } from '../http1/client/answer.ts'
import type { Channel } from '../registry/channels.ts'
import { reframed } from './aws/answers.ts'
import { modelId } from './aws/models.ts'
import { type AwsCredentials, signed } from './aws/sign.ts'
import { tokensIn } from './counting.ts'
import { type Provider, UnusableKey } from './provider.ts'

/** The region that an inference profile stands for: tokens are counted by the model alone. */
const PROFILE = /^(?:us|us-gov|eu|apac|jp|au|global)\./

/**
 * Anthropic's models at AWS Bedrock, through InvokeModel:
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InvokeModel.html
 */
export const bedrock: Provider = {
  format: 'bedrock',
  request(channel, { model, body, stream, now }): UpstreamRequest {
    const { region, apiKey, credentials } = keyOf(channel)
    const call = stream ? 'invoke-with-response-stream' : 'invoke'
    const url = `${baseOf(channel, region)}/model/${encodeURIComponent(modelId(model, region))}/${call}`
    const headers = {
      'content-type': 'application/json',
      accept: stream ? 'application/vnd.amazon.eventstream' : 'application/json',
      ...(stream ? { 'x-amzn-bedrock-accept': 'application/json' } : {}),
    }
    if (!credentials) return { url, headers: { ...headers, authorization: `Bearer ${apiKey}` }, body }
    const signable = { method: 'POST', url, headers, body, region, service: 'bedrock' }
    return { url, headers: signed(signable, credentials, new Date(now)), body }
  },
  // https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_CountTokens.html
  counting: () => ({
    format: 'bedrock',
    request(channel, { json, model, now }) {
      const { region, apiKey, credentials } = keyOf(channel)
      const id = modelId(model, region).replace(PROFILE, '')
      const url = `${baseOf(channel, region)}/model/${encodeURIComponent(id)}/count-tokens`
      const body = Buffer.from(JSON.stringify(json)).toString('base64')
      const counted = { input: { invokeModel: { body } } }
      const headers = { 'content-type': 'application/json', accept: 'application/json' }
      if (!credentials) return { url, headers: { ...headers, authorization: `Bearer ${apiKey}` }, json: counted }
      const bytes = Buffer.from(JSON.stringify(counted))
      const signable = { method: 'POST', url, headers, body: bytes, region, service: 'bedrock' }
      return { url, headers: signed(signable, credentials, new Date(now)), json: counted }
    },
    tokens: tokensIn('inputTokens'),
  }),
  reframe: (answer) => reframed(answer),
  reading: (channel, path) => ({ url: baseOf(channel, keyOf(channel).region) + path, headers: {} }),
}

function baseOf({ baseUrl }: Channel, region: string): string {
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
  return baseUrl || `https://bedrock-runtime.${region}.${domain}`
}

const REGION = /^[a-z]{2}(?:-[a-z]+)+-\d+$/

/**
 * `Ak|Sk|Region`, with the session token of temporary credentials behind it; or `key|region` with an API key of
 * Bedrock: https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys.html
 */
function keyOf({ key }: Channel): { region: string; apiKey: string; credentials: AwsCredentials | undefined } {
  const parts = key.split('|').map((part) => part.trim())
  const [first = '', second = '', third = '', sessionToken] = parts
  const isApiKey = parts.length === 2 || second === ''
  const region = isApiKey && parts.length === 2 ? second : third
  if (!first) throw new UnusableKey('the key has no access key')
  if (!REGION.test(region)) throw new UnusableKey('the key does not end with a region such as us-east-1')
  if (isApiKey) return { region, apiKey: first, credentials: undefined }
  const credentials = { accessKeyId: first, secretAccessKey: second, ...(sessionToken ? { sessionToken } : {}) }
  return { region, apiKey: '', credentials }
}
