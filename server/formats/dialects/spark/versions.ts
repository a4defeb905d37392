/** A version of the model, as named in the URL and in the request: https://www.xfyun.cn/doc/spark/Web.html */
export interface SparkVersion {
  /** The URL path. */
  path: string
  domain: string
  /** It supports the role `system`. */
  hasSystem: boolean
}

const version = (path: string, domain: string, hasSystem = false): SparkVersion => ({ path, domain, hasSystem })

const VERSIONS: Readonly<Record<string, SparkVersion>> = {
  'v1.1': version('/v1.1/chat', 'lite'),
  'v2.1': version('/v2.1/chat', 'generalv2'),
  'v3.1': version('/v3.1/chat', 'generalv3'),
  'pro-128k': version('/chat/pro-128k', 'pro-128k'),
  'v3.5': version('/v3.5/chat', 'generalv3.5', true),
  'max-32k': version('/chat/max-32k', 'max-32k', true),
  'v4.0': version('/v4.0/chat', '4.0Ultra', true),
}

/** Names of models, without `Spark-`, and the vendor's own domain names. */
const NAMES: Readonly<Record<string, string>> = {
  lite: 'v1.1',
  general: 'v1.1',
  generalv2: 'v2.1',
  pro: 'v3.1',
  generalv3: 'v3.1',
  max: 'v3.5',
  'generalv3.5': 'v3.5',
  '4.0-ultra': 'v4.0',
  '4.0ultra': 'v4.0',
}

const DEFAULT = 'v1.1'
const PREFIX = /^spark(?:desk)?-/
const VERSION = /^v\d+\.\d+$/

/**
 * Returns the version that the caller names, or else that of the model's name, that of the channel, or the first.
 */
export function versionOf(model: string, ofChannel: string, named = ''): SparkVersion {
  const name = model.toLowerCase().replace(PREFIX, '')
  return (
    known(named.toLowerCase()) ??
    known(name) ??
    known(ofChannel.trim().toLowerCase()) ??
    (VERSIONS[DEFAULT] as SparkVersion)
  )
}

function known(name: string): SparkVersion | undefined {
  const key = Object.hasOwn(NAMES, name) ? (NAMES[name] ?? '') : name
  if (Object.hasOwn(VERSIONS, key)) return VERSIONS[key]
  return VERSION.test(key) ? version(`/${key}/chat`, `general${key}`) : undefined
}
