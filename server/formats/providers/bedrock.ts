import type { UpstreamRequest } from '../../wire/http1/client/upstream-answer.ts'
import { bedrockModelId } from './aws/models.ts'
import { reframeAwsAnswer } from './aws/reframe-answers.ts'
import { type AwsCredentials, signAwsRequest } from './aws/sign.ts'
import type { Channel } from './channel.ts'
import { type Provider, UnusableKey } from './provider.ts'
import { tokenCountReader } from './token-counting.ts'

/** The region prefix of an inference profile: token counting requires the plain model id. */
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
    const url = `${baseOf(channel, region)}/model/${encodeURIComponent(bedrockModelId(model, region))}/${call}`
    const headers = {
      'content-type': 'application/json',
      accept: stream ? 'application/vnd.amazon.eventstream' : 'application/json',
      ...(stream ? { 'x-amzn-bedrock-accept': 'application/json' } : {}),
    }
    if (!credentials) return { url, headers: { ...headers, authorization: `Bearer ${apiKey}` }, body }
    const signable = { method: 'POST', url, headers, body, region, service: 'bedrock' }
    return { url, headers: signAwsRequest(signable, credentials, new Date(now)), body }
  },
  // https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_CountTokens.html
  counting: () => ({
    format: 'bedrock',
    request(channel, { json, model, now }) {
      const { region, apiKey, credentials } = keyOf(channel)
      const id = bedrockModelId(model, region).replace(PROFILE, '')
      const url = `${baseOf(channel, region)}/model/${encodeURIComponent(id)}/count-tokens`
      const body = Buffer.from(JSON.stringify(json)).toString('base64')
      const counted = { input: { invokeModel: { body } } }
      const headers = { 'content-type': 'application/json', accept: 'application/json' }
      if (!credentials) return { url, headers: { ...headers, authorization: `Bearer ${apiKey}` }, json: counted }
      const bytes = Buffer.from(JSON.stringify(counted))
      const signable = { method: 'POST', url, headers, body: bytes, region, service: 'bedrock' }
      return { url, headers: signAwsRequest(signable, credentials, new Date(now)), json: counted }
    },
    tokens: tokenCountReader('inputTokens'),
  }),
  reframe: (answer) => reframeAwsAnswer(answer),
  metadataRequest: (channel, path) => ({ url: baseOf(channel, keyOf(channel).region) + path, headers: {} }),
}

function baseOf({ baseUrl }: Channel, region: string): string {
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
  return baseUrl || `https://bedrock-runtime.${region}.${domain}`
}

const REGION = /^[a-z]{2}(?:-[a-z]+)+-\d+$/

/**
 * Parses `Ak|Sk|Region`, optionally followed by the session token of temporary credentials, or `key|region` with a
 * Bedrock API key: https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys.html
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
