import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { completionTokens, promptTokens } from '#contract/prices/price.ts'
import type { EndReason } from '#contract/receipt.ts'
import { FinishReasons } from './finish-reasons.ts'
import { operationName, providerName, routeOf } from './names.ts'
import type { ArrivingCall, AttemptFacts, CallTrace, ChargeFacts } from './telemetry.ts'
import { readTraceparent, writeTraceparent } from './traceparent.ts'

/** Ends that are not failures of this server or of an upstream. */
const FINE: ReadonlySet<EndReason> = new Set(['stop', 'client_abort', 'stopped'])
const FAILED = 400
const OK = 200
/** A session has begun. */
const SWITCHED = 101
const PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'wss:': 443, 'http:': 80, 'ws:': 80 }

/** The spans of one call: the call itself, its attempts, and its waits. */
export class CallSpans implements CallTrace {
  readonly #span: Span
  readonly #operation: string
  /** Nothing but the `traceparent` is needed of a call that is not sampled. */
  readonly #isRecording: boolean
  readonly #finish = new FinishReasons()
  #attempt: Span | undefined
  #attempts = 0
  #stream = false
  #error: string | undefined
  /** Of all charges so far. */
  readonly #sums = { input: 0, output: 0, cached: 0, quota: 0 }

  constructor(
    private readonly tracer: Tracer,
    { id, url, header, endpoint, method = 'POST', route = routeOf(url, endpoint.model) }: ArrivingCall,
  ) {
    const parent = readTraceparent(header('traceparent'))
    const context = parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT
    this.#operation = operationName(endpoint.operation, endpoint.format)
    this.#span = tracer.startSpan(
      `${method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': method,
          'http.route': route,
          'gen_ai.operation.name': this.#operation,
          'switchyard.request.id': id,
          'switchyard.format': endpoint.format,
        },
      },
      context,
    )
    this.#isRecording = this.#span.isRecording()
  }

  identify({ user, token, model, stream }: Parameters<CallTrace['identify']>[0]): void {
    this.#stream = stream
    this.#span.setAttributes({
      ...(model && { 'gen_ai.request.model': model }),
      'switchyard.user.id': user,
      'switchyard.token.id': token,
      'switchyard.stream': stream,
    })
  }

  attempt({ group, channel, model }: AttemptFacts): void {
    this.#endAttempt()
    if (!this.#isRecording) return
    this.#attempts += 1
    const provider = providerName(channel.type)
    const shared = {
      'gen_ai.provider.name': provider,
      'switchyard.channel.id': channel.id,
      'switchyard.group': group,
    }
    this.#span.setAttributes({ ...shared, 'switchyard.attempts': this.#attempts })
    this.#attempt = this.#child(`${this.#operation} ${model}`, SpanKind.CLIENT, {
      ...shared,
      'gen_ai.operation.name': this.#operation,
      'gen_ai.system': provider,
      'gen_ai.request.model': model,
      'switchyard.attempt': this.#attempts,
      'switchyard.stream': this.#stream,
      ...(channel.keyId !== undefined && { 'switchyard.channel.key_id': channel.keyId }),
    })
  }

  send<R extends { readonly url: string; readonly headers: Readonly<Record<string, string>> }>(request: R): R {
    if (this.#attempt && URL.canParse(request.url)) {
      const { hostname, port, protocol } = new URL(request.url)
      this.#attempt.setAttributes({ 'server.address': hostname, 'server.port': Number(port) || PORTS[protocol] || 0 })
    }
    const traceparent = writeTraceparent((this.#attempt ?? this.#span).spanContext())
    return { ...request, headers: { ...request.headers, traceparent } }
  }

  attemptFailed({ kind, status }: Parameters<CallTrace['attemptFailed']>[0]): void {
    if (status > 0) this.#attempt?.setAttribute('http.response.status_code', status)
    this.#endAttempt(status >= FAILED ? String(status) : kind)
  }

  wait<T>(what: 'lease' | 'limits', ended: Promise<T>): Promise<T> {
    if (!this.#isRecording) return ended
    const span = this.#child(`wait for ${what}`, SpanKind.INTERNAL, { 'switchyard.wait': what })
    return ended.finally(() => span.end())
  }

  see(delivered: Uint8Array | string): void {
    if (this.#isRecording) this.#finish.see(delivered)
  }

  charged({ usage, reason, quota, upstreamModel }: ChargeFacts): void {
    if (!this.#isRecording) return
    const reasons = this.#finish.all
    const sums = this.#sums
    sums.input += promptTokens(usage)
    sums.output += completionTokens(usage)
    sums.cached += usage.cacheRead
    sums.quota += quota
    const answer = {
      'gen_ai.response.model': upstreamModel,
      'gen_ai.usage.input_tokens': sums.input,
      'gen_ai.usage.output_tokens': sums.output,
      ...(sums.cached > 0 && { 'gen_ai.usage.cache_read.input_tokens': sums.cached }),
      ...(reasons.length > 0 && { 'gen_ai.response.finish_reasons': reasons }),
    }
    this.#attempt?.setAttributes(answer)
    this.#span.setAttributes({ ...answer, 'switchyard.cost.quota_units': sums.quota })
    this.#endWith(reason)
  }

  uncharged(reason: EndReason): void {
    this.#endWith(reason)
  }

  end(status: number, error = this.#error): void {
    this.#attempt?.setAttribute('http.response.status_code', status === SWITCHED ? SWITCHED : OK)
    this.#endAttempt(this.#error)
    this.#span.setAttribute('http.response.status_code', status)
    close(this.#span, error)
  }

  #endWith(reason: EndReason): void {
    this.#span.setAttribute('switchyard.end_reason', reason)
    if (!FINE.has(reason)) this.#error = reason
  }

  #endAttempt(error?: string): void {
    if (this.#attempt) close(this.#attempt, error)
    this.#attempt = undefined
  }

  #child(name: string, kind: SpanKind, attributes: Attributes): Span {
    return this.tracer.startSpan(name, { kind, attributes }, trace.setSpan(ROOT_CONTEXT, this.#span))
  }
}

function close(span: Span, error: string | undefined): void {
  if (error !== undefined) span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}
