import { createHash, createHmac } from 'node:crypto'

export interface AwsCredentials {
  accessKeyId: string
  secretAccessKey: string
  /** Present for temporary credentials. */
  sessionToken?: string
}

/** A request to sign, with its service and region. */
export interface SignableRequest {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body: Uint8Array
  region: string
  service: string
}

const ALGORITHM = 'AWS4-HMAC-SHA256'

/**
 * Returns the headers of a request with an AWS signature, version 4:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html. All given headers and
 * the host are signed. Signing is synchronous, because providers return requests synchronously.
 */
export function signAwsRequest(
  request: SignableRequest,
  credentials: AwsCredentials,
  now: Date,
): Record<string, string> {
  const { region, service } = request
  const date = now.toISOString().replace(/[:-]|\.\d+/g, '')
  const { sessionToken } = credentials
  const sent: Record<string, string> = {
    ...request.headers,
    'x-amz-date': date,
    ...(sessionToken ? { 'x-amz-security-token': sessionToken } : {}),
  }
  const { text, names } = canonical(request, sent)
  const scope = `${date.slice(0, 8)}/${region}/${service}/aws4_request`
  const toSign = [ALGORITHM, date, scope, sha256(text)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>((secret, part) => hmac(secret, part), secretOf(credentials))
  const signature = hmac(key, toSign).toString('hex')
  const credential = `${credentials.accessKeyId}/${scope}`
  return {
    ...sent,
    authorization: `${ALGORITHM} Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`,
  }
}

const secretOf = ({ secretAccessKey }: AwsCredentials) => `AWS4${secretAccessKey}`

function canonical(
  { method, url, body }: SignableRequest,
  headers: Record<string, string>,
): { text: string; names: string } {
  const { host, pathname, searchParams } = new URL(url)
  const lines = Object.entries({ ...headers, host })
    .map(([name, value]) => [name.toLowerCase(), value.trim().replace(/ +/g, ' ')] as const)
    .sort(([a], [b]) => byBytes(a, b))
  const names = lines.map(([name]) => name).join(';')
  const text = [
    method,
    // The path is encoded again for the signature.
    pathname.split('/').map(encoded).join('/'),
    queryOf(searchParams),
    ...lines.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    sha256(body),
  ].join('\n')
  return { text, names }
}

function queryOf(parameters: URLSearchParams): string {
  return [...parameters]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort(byBytes)
    .join('&')
}

const byBytes = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Percent-encodes everything except letters, digits, `-`, `.`, `_` and `~`. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
