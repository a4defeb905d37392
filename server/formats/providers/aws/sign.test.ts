import { expect, test } from 'bun:test'
import { signAwsRequest } from './sign.ts'

const CREDENTIALS = { accessKeyId: 'AKIAVECTOR', secretAccessKey: 's3cr3t/of+vector' }
const NOW = new Date('2026-03-04T05:06:07.890Z')
const HOST = 'amazonaws.com/model'
/** Signatures that AWS's own Python library (botocore) creates for the same requests. */
const VECTORS = [
  {
    what: 'a model with a colon, and a body that is not ASCII',
    region: 'eu-west-1',
    url: `https://bedrock-runtime.eu-west-1.${HOST}/eu.anthropic.claude-sonnet-4-5-20250929-v1%3A0/invoke`,
    body: '{"max_tokens":5,"text":"grüße"}',
    signature: 'fd9dd956e0c0c40a4c488304fdbbcbb778f66991955e9c6e08c900672c326571',
  },
  {
    what: 'a profile by its ARN, with temporary credentials',
    region: 'us-gov-west-1',
    url: `https://bedrock-runtime.us-gov-west-1.${HOST}/arn%3Aaws-us-gov%3Abedrock%3Aus-gov-west-1%3A123456789012%3Aapplication-inference-profile%2Fabc/invoke-with-response-stream`,
    sessionToken: 'FwoGZXIvYXdzEXAMPLE//8=',
    body: '{}',
    signature: 'b00936b7a4ac7f84f799ea251383f2985aa6875149773115bd576ba8617486be',
  },
  {
    what: 'another address with a port and a blank in its path, and no body',
    region: 'us-east-1',
    url: 'http://127.0.0.1:8080/some%20base/model/anthropic.claude-v2%3A1/invoke',
    body: '',
    signature: '7824a7a42c4341b6433734505e7f05eb6189644163b4942e8cc2ba0124e515e8',
  },
]

test.each(VECTORS)('the signature of $what', ({ region, url, body, signature, sessionToken }) => {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const request = { method: 'POST', url, headers, body: Buffer.from(body), region, service: 'bedrock' }
  const sent = signAwsRequest(request, { ...CREDENTIALS, ...(sessionToken ? { sessionToken } : {}) }, NOW)
  const names = `accept;content-type;host;x-amz-date${sessionToken ? ';x-amz-security-token' : ''}`
  expect(sent).toEqual({
    ...headers,
    'x-amz-date': '20260304T050607Z',
    ...(sessionToken ? { 'x-amz-security-token': sessionToken } : {}),
    authorization: `AWS4-HMAC-SHA256 Credential=AKIAVECTOR/20260304/${region}/bedrock/aws4_request, SignedHeaders=${names}, Signature=${signature}`,
  })
})
