/**
 * What an upstream's error means. What follows, for the caller, the key and the channel, depends on the meaning alone:
 * `consequences`.
 */
export const MEANINGS = [
  /** The request is at fault. */
  'request',
  /** The vendor refuses what the caller's content says. */
  'content',
  /** A file, or another resource that the caller names, is not there for this account. */
  'resource',
  /** The request does not fit this vendor; another vendor may take it. */
  'unfit',
  /** Another account has what the call refers to. */
  'elsewhere',
  /** The account cannot pay for a call of this size, only for smaller calls. */
  'afford',
  /** This key or account does not have the model. */
  'model',
  /** The key, or its account, is refused. */
  'key',
  /** The account has no money, or its budget is used up. */
  'money',
  /** Too much for now. */
  'rate',
  /** The vendor is overloaded. */
  'load',
  /** The vendor's server failed. */
  'broken',
  /** The vendor took too long. */
  'slow',
  /** Nothing is known of it. */
  'unknown',
] as const
export type Meaning = (typeof MEANINGS)[number]

/** What told a meaning, the strongest first. A status alone says too little to stop a key. */
export type Evidence = 'name' | 'words' | 'status'

interface Consequences {
  /** Another channel is tried. */
  otherChannel: boolean
  /** Another key of the channel is tried. */
  otherKey: boolean
  /** The model's circuit at the channel counts a failure. */
  circuit: boolean
  /** What happens to the key: it is stopped, rests, or rests for the model alone. */
  key: 'stop' | 'rest' | 'rest_model' | 'nothing'
  /** Who is told what: the vendor's sentence as a 4xx or as it came, or a text of this server. */
  tell: 'refusal' | 'as_it_came' | 'busy' | 'account'
}

const CALLERS = { otherChannel: false, otherKey: false, circuit: false, key: 'nothing', tell: 'refusal' } as const
const VENDORS = { otherChannel: true, otherKey: false, circuit: true, key: 'nothing', tell: 'as_it_came' } as const
const KEYS = { otherChannel: true, otherKey: true, circuit: true, key: 'stop', tell: 'account' } as const

export const consequences: Readonly<Record<Meaning, Consequences>> = {
  request: CALLERS,
  content: CALLERS,
  resource: CALLERS,
  unfit: { ...CALLERS, otherChannel: true, tell: 'as_it_came' },
  elsewhere: { ...CALLERS, otherChannel: true, otherKey: true },
  afford: { ...KEYS, circuit: false, key: 'nothing', tell: 'refusal' },
  model: { ...KEYS, key: 'rest_model' },
  key: KEYS,
  money: KEYS,
  rate: { ...KEYS, key: 'rest', tell: 'busy' },
  load: VENDORS,
  broken: VENDORS,
  slow: { ...VENDORS, otherChannel: false },
  unknown: VENDORS,
}
