import { createHash, createHmac } from 'node:crypto'

const FORM =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/bedrock\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/
const SKEW_MS = 5 * 60_000
const hash = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const mac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

/** The name and words of AWS's refusal; undefined = the request is signed by who it says. */
export function signatureProblem(
  request: Request,
  path: string,
  body: Uint8Array,
  secretOf: (accessKeyId: string) => string | undefined,
): [name: string, message: string] | undefined {
  const found = FORM.exec(request.headers.get('authorization') ?? '')
  if (!found) return ['MissingAuthenticationTokenException', 'Missing Authentication Token']
  const [, id = '', day = '', region = '', names = '', signature] = found
  const secret = secretOf(id)
  if (!secret) return ['UnrecognizedClientException', 'The security token included in the request is invalid.']
  const signedNames = names.split(';')
  const date = request.headers.get('x-amz-date') ?? ''
  if (!signedNames.includes('host') || !signedNames.includes('x-amz-date') || !date.startsWith(day)) {
    return ['IncompleteSignatureException', 'Host and date must be signed']
  }
  const at = Date.parse(date.replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5'))
  if (!(Math.abs(Date.now() - at) < SKEW_MS)) return ['InvalidSignatureException', `Signature expired: ${date}`]
  const path_ = path.split('/').map((part) => part.replace(/[^A-Za-z0-9_.~-]/g, (c) => encodeURIComponent(c)))
  const headers = signedNames.map((name) => `${name}:${request.headers.get(name) ?? ''}\n`).join('')
  const canonical = `${request.method}\n${path_.join('/')}\n\n${headers}\n${names}\n${hash(body)}`
  const toSign = `AWS4-HMAC-SHA256\n${date}\n${day}/${region}/bedrock/aws4_request\n${hash(canonical)}`
  const key = mac(mac(mac(mac(`AWS4${secret}`, day), region), 'bedrock'), 'aws4_request')
  if (mac(key, toSign).toString('hex') === signature) return undefined
  return [
    'InvalidSignatureException',
    'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method.',
  ]
}
