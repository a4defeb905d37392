import type { UpstreamFormat } from '../../../formats/dialects/all.ts'
import { BadRequest, Unwritable } from '../../../formats/dialects/dialect.ts'
import { rulesNameOf } from '../../../formats/dialects/model-rules/find-rule.ts'
import { LOCAL_ERROR } from '../../../formats/dialects/openai-errors.ts'
import { endpointIn } from '../../../formats/endpoints/endpoints.ts'
import type { Following } from '../../../formats/following/follow-exchange.ts'
import { type ProviderCall, type TokenExchange, UnusableKey } from '../../../formats/providers/provider.ts'
import { andThen, type MaybePromise } from '../../../platform/async/and-then.ts'
import { inSlices, workOn } from '../../../platform/async/in-slices.ts'
import { SLICED_BYTES, type Steps } from '../../../platform/async/steps.ts'
import type { UpstreamRequest } from '../../../wire/http1/client/upstream-answer.ts'
import { AccessRefused, accessToken } from '../../upstream/access-tokens.ts'
import type { AnswerReader } from '../../upstream/answers/answer-reader.ts'
import { findReader } from '../../upstream/answers/find-reader.ts'
import { Conversion } from '../../upstream/conversion.ts'
import { localFailure, type UpstreamFailure } from '../../upstream/upstream-failure.ts'
import type { Call } from '../call/call.ts'
import type { CallRun } from '../call/call-run.ts'
import type { RelayDeps } from '../deps/deps.ts'
import type { Attempt } from './attempt.ts'
import { formatOf, isSentUnchanged, passesAsIs } from './channel-plan.ts'
import { createAnswerMemory } from './create-answer-memory.ts'
import { inlineMedia } from './inline-media.ts'
import { fitsParameters } from './model-fitting.ts'
import { outgoingBody, withProviderEdits } from './passed-body.ts'
import { priceEditsOf } from './price-edits.ts'
import { promptCaching } from './prompt-caching.ts'
import { refuseUnsupportedThread } from './thread-support.ts'
import { costsBeside } from './told-fees.ts'
import { toolEditsOf } from './tool-edits.ts'

/** The request for an attempt, and how its answer is read. */
export interface BuiltRequest {
  request: UpstreamRequest
  /** How the work behind its answer is followed; undefined = the answer is complete. */
  following: Following | undefined
  reader: AnswerReader
  /** The format of the upstream. */
  format: UpstreamFormat
  /** The short-lived token in it; "" = none. */
  accessToken: string
  /** Names of the caller's fields that are not in it. */
  omitted: readonly string[]
  /** The service tier that it requests, where it is more expensive than the standard one. */
  premiumTier: string | undefined
  /** A fee of it is counted only by the cost that the vendor tells. */
  byCost: boolean
}
type FailedRequest = { failure: UpstreamFailure }
/** A request body that is written, before the provider adds address and credentials. */
interface WrittenRequest {
  outgoing: ProviderCall
  reader: AnswerReader
  format: UpstreamFormat
  omitted: readonly string[]
  premiumTier: string | undefined
  byCost: boolean
}

/** The family's code for a request that an upstream's format cannot express. */
const UNFIT_CODE = 'convert_request_failed'
const UNAUTHORIZED = 401

/**
 * Builds the request of an attempt, synchronously where nothing must be fetched or converted; or returns the
 * failure.
 */
export function buildRequest(
  run: CallRun,
  attempt: Attempt,
  deps: Pick<RelayDeps, 'fetchMedia' | 'writeSettings' | 'services'>,
): MaybePromise<BuiltRequest | FailedRequest> {
  const { endpoint } = run.call
  const { plan, provider, channel } = attempt
  const format = formatOf(plan, provider, channel, endpoint, attempt.startedAt)
  if (!isSentUnchanged(endpoint, run.body, format)) return buildConverted(run, attempt, format, deps)
  if (passesAsIs(run.call, run.body, plan)) return addressed(attempt, asIs(run, attempt, format))
  return andThen(workOn(run.body.bytes, writeUnchanged(run, attempt, format)), (written) =>
    'failure' in written ? written : addressed(attempt, written),
  )
}

/** Adds address and credentials to a written request. */
const addressed = (attempt: Attempt, written: WrittenRequest): MaybePromise<BuiltRequest | FailedRequest> =>
  attempt.plan.access ? addAccessToken(attempt, attempt.plan.access, written) : providerRequest(attempt, written)

const NOTHING_OMITTED: readonly string[] = []

function asIs(run: CallRun, { model, startedAt: now }: Attempt, format: UpstreamFormat): WrittenRequest {
  const { endpoint, stream, contentType, accept, forwarded } = run.call
  const body = run.body.bytes
  return {
    outgoing: { endpoint, model, body, stream, contentType, accept, forwarded, access: '', now },
    reader: findReader(run, format),
    format,
    omitted: NOTHING_OMITTED,
    premiumTier: undefined,
    byCost: false,
  }
}

function* writeUnchanged(
  run: CallRun,
  { channel, model, startedAt: now }: Attempt,
  format: UpstreamFormat,
): Steps<WrittenRequest | FailedRequest> {
  const { call, body } = run
  const { endpoint, stream, contentType, accept } = call
  const reader = findReader(run, format)
  try {
    refuseUnsupportedThread(endpoint, body, channel)
    const { edits, forwarded, omitted, premiumTier, byCost } = priceEditsOf(call, body, channel, model)
    const tools = yield* toolEditsOf(endpoint, body, channel, call.quote.free)
    const pricing = tools.edits ? { ...edits, ...tools.edits } : edits
    const sent = yield* outgoingBody(call, body, channel, model, pricing)
    return {
      outgoing: { endpoint, model, body: sent.body, stream, contentType, accept, forwarded, access: '', now },
      reader,
      format,
      omitted: [...omitted, ...tools.omitted, ...sent.omitted],
      premiumTier,
      byCost: byCost || tools.byCost,
    }
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error
    return unfitFailure(error)
  }
}

async function buildConverted(
  run: CallRun,
  attempt: Attempt,
  format: UpstreamFormat,
  { fetchMedia, writeSettings, services }: Pick<RelayDeps, 'fetchMedia' | 'writeSettings' | 'services'>,
): Promise<BuiltRequest | FailedRequest> {
  const { call } = run
  const { channel } = attempt
  const fitsTo = { knownAs: rulesNameOf(attempt.model, call.model), fitsParameters: fitsParameters(channel) }
  const settings = { ...writeSettings, ...fitsTo, ...promptCaching(call, channel), ...betasOf(call) }
  const conversion = new Conversion(run, format, settings)
  const refusesTiers = channel.settings.service_tiers === 'refuse'
  const memory = createAnswerMemory(call, run.body, services)
  try {
    // A conversion leaves tiers out.
    if (refusesTiers) priceEditsOf(call, run.body, channel)
    if (run.body.bytes.length > SLICED_BYTES) await inSlices(conversion.parse())
    if (conversion.inlineMedia) run.conversation = await inlineMedia(conversion.conversation, run, fetchMedia)
    const writing = workOn(run.body.bytes, writeConverted(run, attempt, format, conversion))
    const outgoing = convertedOutgoing(call, attempt, format, writing instanceof Promise ? await writing : writing)
    const reader = findReader(run, format, { simple: conversion.simple, memory })
    const byCost = !call.quote.free && costsBeside(channel, attempt.model, run.body.bytes, call.endpoint)
    const written = { outgoing, reader, format, omitted: conversion.omitted, premiumTier: undefined, byCost }
    return await addressed(attempt, written)
  } catch (error) {
    if (!(error instanceof BadRequest || error instanceof Unwritable)) throw error
    return unfitFailure(error)
  }
}

/** The betas that the caller asks for, for clouds that know some of them. */
function betasOf({ forwarded }: Pick<Call, 'forwarded'>): { betas?: string[] } {
  const names = forwarded?.['anthropic-beta']?.split(',').map((name) => name.trim())
  return names ? { betas: [...new Set(names.filter(Boolean))] } : {}
}

function unfitFailure(error: BadRequest | Unwritable): FailedRequest {
  const { message } = error
  const { field: param = null, code = UNFIT_CODE, vendor } = error instanceof BadRequest ? error : {}
  const told = { message, type: LOCAL_ERROR, param, code, ...(vendor && { vendor }) }
  return { failure: { ...localFailure('unfit', message), error: told } }
}

function* writeConverted(
  { call, body }: CallRun,
  { channel, model }: Attempt,
  format: UpstreamFormat,
  conversion: Conversion,
): Steps<Buffer> {
  const written = body.bytes.length > SLICED_BYTES ? yield* conversion.requestInSteps(model) : conversion.request(model)
  return format === 'openai' ? yield* withProviderEdits(written, endpointIn(format, call.endpoint), channel) : written
}

function convertedOutgoing(
  call: Call,
  { model, startedAt: now }: Attempt,
  format: UpstreamFormat,
  body: Buffer,
): ProviderCall {
  const { stream } = call
  return {
    endpoint: endpointIn(format, call.endpoint),
    model,
    body,
    stream,
    contentType: 'application/json',
    accept: stream ? 'text/event-stream' : 'application/json',
    forwarded: undefined,
    access: '',
    now,
  }
}

/** Adds the access token that a credential is exchanged for; or returns the failure. */
async function addAccessToken(
  attempt: Attempt,
  access: TokenExchange,
  written: WrittenRequest,
): Promise<BuiltRequest | FailedRequest> {
  try {
    written.outgoing.access = await accessToken(attempt.channel, access)
  } catch (error) {
    if (!(error instanceof AccessRefused)) throw error
    const failure = localFailure('unreachable', error.message)
    return { failure: error.status === 0 ? failure : { ...failure, kind: 'answered', status: error.status } }
  }
  return providerRequest(attempt, written)
}

/** A key that cannot be used for signing is treated like a refused one. */
function providerRequest(
  { provider, channel }: Attempt,
  { outgoing, reader, format, omitted, premiumTier, byCost }: WrittenRequest,
): BuiltRequest | FailedRequest {
  try {
    const built = provider.request(channel, outgoing)
    const request = channel.way ? { ...built, way: channel.way } : built
    const following = provider.follow?.(channel, outgoing)
    return { request, following, reader, format, accessToken: outgoing.access, omitted, premiumTier, byCost }
  } catch (error) {
    if (error instanceof Unwritable || error instanceof BadRequest) return unfitFailure(error)
    if (!(error instanceof UnusableKey)) throw error
    return { failure: { ...localFailure('unreachable', error.message), kind: 'answered', status: UNAUTHORIZED } }
  }
}
