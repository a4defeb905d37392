import type { Channel } from '../channels/registry.ts'
import type { UpstreamRequest } from '../egress/answer.ts'
import { reframed } from './aws/answers.ts'
import { modelId } from './aws/models.ts'
import { type AwsCredentials, signed } from './aws/sign.ts'
import { type Provider, UnusableKey } from './provider.ts'

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
