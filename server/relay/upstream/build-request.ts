import type { UpstreamFormat } from '../../dialects/all.ts'
import { BadRequest, Unwritable } from '../../dialects/dialect.ts'
import { tellingName } from '../../dialects/model-rules/find.ts'
import { LOCAL_ERROR } from '../../dialects/openai-errors.ts'
import { endpointIn } from '../../endpoints/endpoints.ts'
import type { UpstreamRequest } from '../../http1/client/answer.ts'
import { type Access, accessOf, type Outgoing, type Provider, UnusableKey } from '../../providers/provider.ts'
import type { Channel } from '../../registry/channels.ts'
import { AccessRefused, accessToken } from '../../upstream/access-tokens.ts'
import { type AnswerReader, passingReader } from '../../upstream/answers/answer-reader.ts'
import { mediaReader } from '../../upstream/answers/media-reader.ts'
import { Conversion } from '../../upstream/conversion.ts'
import { local, type UpstreamFailure } from '../../upstream/upstream-failure.ts'
import { upstreamFormat } from '../../upstream/upstream-format.ts'
import type { RelayDeps } from '../deps.ts'
import type { Call } from '../request/call.ts'
import { answerMemory } from './answer-memory.ts'
import { withMediaInside } from './inline-media.ts'
import { fitsParameters } from './model-fitting.ts'
import { outgoingBody, strictBody } from './outgoing-body.ts'
import { type Pricing, pricingOf } from './priced-fields.ts'
import { promptCaching } from './prompt-caching.ts'
import { isPassedOn } from './same-format.ts'
import { refuseThreadElsewhere } from './thread-support.ts'

/** What is sent for a call, and how its answer is read. */
export interface Addressed {
  request: UpstreamRequest
  /** undefined = the upstream speaks OpenAI's format, and so does the caller. */
  reader: AnswerReader | undefined
  /** The format that the upstream speaks. */
  format: UpstreamFormat
  /** The short-lived token in it; "" = none. */
  access: string
  /** Fields of the caller's request that are not in it, by name. */
  omitted: readonly string[]
  /** The tier of service that it asks for, where that is dearer than the standard one. */
  dearer: string | undefined
}
type Failed = { failure: UpstreamFailure }
/** A request that is written and not yet addressed. */
interface Written {
  outgoing: Outgoing
  reader: AnswerReader | undefined
  format: UpstreamFormat
  omitted: readonly string[]
  dearer?: string | undefined
}

/** One try at one channel, before anything is sent. */
export interface Try {
  call: Call
  channel: Channel
  provider: Provider
  /** The model as the upstream calls it. */
  model: string
  /** Milliseconds since the epoch. */
  now: number
}

/** The family's code for a request that an upstream's format cannot say. */
const UNFIT_CODE = 'convert_request_failed'
const REFUSED = 401

/** The request of a try, at once where nothing must be fetched or converted for it; or why there is none. */
export function addressed(
  one: Try,
  deps: Pick<RelayDeps, 'fetchMedia' | 'writing' | 'services'>,
): Addressed | Failed | Promise<Addressed | Failed> {
  const { call, channel, provider, model, now } = one
  const format = upstreamFormat({ channel, provider, endpoint: call.endpoint, model, now })
  if (!isPassedOn(call, format)) return convertedRequest(one, format, deps)
  const written = passedOn(one, format)
  if ('failure' in written) return written
  const access = accessOf(provider, one.channel)
  return access ? withAccess(one, access, written) : requestOf(one, written)
}

function passedOn(one: Try, format: UpstreamFormat): Written | Failed {
  const reader = mediaReader(one.call) ?? (format === 'openai' ? undefined : passingReader(format))
  try {
    refuseThreadElsewhere(one.call, one.channel)
    const pricing = pricingOf(one.call, one.channel)
    return { ...asItIs(one, pricing), reader, format, dearer: pricing.dearer }
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error
    return unfit(error)
  }
}

async function convertedRequest(
  one: Try,
  format: UpstreamFormat,
  { fetchMedia, writing, services }: Pick<RelayDeps, 'fetchMedia' | 'writing' | 'services'>,
): Promise<Addressed | Failed> {
  const { call, provider } = one
  const fitsTo = { knownAs: tellingName(one.model, call.model), fitsParameters: fitsParameters(one.channel) }
  const conversion = new Conversion(
    call,
    format,
    { ...writing, ...fitsTo, ...promptCaching(call, one.channel) },
    answerMemory(call, services),
  )
  try {
    if (conversion.inlineMedia) call.conversation = await withMediaInside(conversion.conversation, call, fetchMedia)
    const outgoing = converted(one, format, conversion)
    const written = { outgoing, reader: conversion, format, omitted: conversion.omitted }
    const access = accessOf(provider, one.channel)
    return access ? withAccess(one, access, written) : requestOf(one, written)
  } catch (error) {
    if (!(error instanceof BadRequest || error instanceof Unwritable)) throw error
    return unfit(error)
  }
}

function unfit(error: BadRequest | Unwritable): Failed {
  const { message } = error
  const { field: param = null, code = UNFIT_CODE, vendor } = error instanceof BadRequest ? error : {}
  const told = { message, type: LOCAL_ERROR, param, code, ...(vendor && { vendor }) }
  return { failure: { ...local('unfit', message), error: told } }
}

function asItIs(
  { call, channel, model, now }: Try,
  { edits, forwarded, omitted }: Pricing,
): Omit<Written, 'reader' | 'format'> {
  const { endpoint, stream, contentType, accept } = call
  const { body, omitted: unfitting } = outgoingBody(call, channel, model, edits)
  return {
    outgoing: { endpoint, model, body, stream, contentType, accept, forwarded, access: '', now },
    omitted: [...omitted, ...unfitting],
  }
}

function converted({ call, channel, model, now }: Try, format: UpstreamFormat, conversion: Conversion): Outgoing {
  const { stream } = call
  const endpoint = endpointIn(format, call.endpoint)
  const written = conversion.request(model)
  return {
    endpoint,
    model,
    body: format === 'openai' ? strictBody(written, endpoint, channel) : written,
    stream,
    contentType: 'application/json',
    accept: stream ? 'text/event-stream' : 'application/json',
    forwarded: undefined,
    access: '',
    now,
  }
}

/** With the token that a credential buys; or why it buys none. */
async function withAccess(one: Try, access: Access, written: Written): Promise<Addressed | Failed> {
  try {
    written.outgoing.access = await accessToken(one.channel, access)
  } catch (error) {
    if (!(error instanceof AccessRefused)) throw error
    const failure = local('unreachable', error.message)
    return { failure: error.status === 0 ? failure : { ...failure, kind: 'answered', status: error.status } }
  }
  return requestOf(one, written)
}

/** A key that cannot be used to sign is as good as refused. */
function requestOf(
  { provider, channel }: Try,
  { outgoing, reader, format, omitted, dearer }: Written,
): Addressed | Failed {
  try {
    const request = provider.request(channel, outgoing)
    return { request, reader, format, access: outgoing.access, omitted, dearer }
  } catch (error) {
    if (error instanceof Unwritable) return unfit(error)
    if (!(error instanceof UnusableKey)) throw error
    return { failure: { ...local('unreachable', error.message), kind: 'answered', status: REFUSED } }
  }
}
