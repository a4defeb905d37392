import { Circuit, type CircuitState, type Failure, type FailureSample } from './circuit.ts'

/**
 * Which models fail at which channels. Only orders candidates: a channel that fails is tried last, never removed.
 * What is served counts on each node by itself, what fails on all of them (`share-failures.ts`).
 */
export interface Circuits {
  /** Whether calls for the model go to the channel as its priority says. */
  isHealthy(channel: number, model: string): boolean
  /** The mean time to the first byte in milliseconds; undefined = nothing was served lately. */
  latency(channel: number, model: string): number | undefined
  /** Counts the time from the start of an attempt to its first byte, or to the time limit that it missed. */
  began(channel: number, model: string, isStream: boolean, ms: number): void
  /** The milliseconds within which this share of the latest attempts began to answer; undefined = too few are known. */
  usual(channel: number, model: string, isStream: boolean, share: number): number | undefined
  /** Counts a served call; `firstByteMs`: from the start of the attempt. */
  succeeded(channel: number, model: string, firstByteMs?: number): void
  failed(channel: number, model: string, failure: Failure): void
  /** What is known of a model at a channel. */
  view(channel: number, model: string): CircuitView
  /** How many models at channels are in each state. */
  countByState(): Record<CircuitState, number>
  /** The latest failures of a channel, the newest first. */
  samplesOf(channel: number): (FailureSample & { model: string })[]
  /** Forgets what failed at a channel. */
  forget(channel: number): void
  /** Sets the probe that decides when a pause is over; without one the next calls decide. */
  probeWith(probe: Probe): void
}

export interface CircuitView {
  state: CircuitState
  /** Milliseconds until its pause ends; 0 = it has none. */
  pauseLeft: number
  /** The failed share of the latest calls, from 0 to 1. */
  failedShare: number
  latency: number | undefined
}

/** Sends one small request. undefined = the model cannot be probed at the channel. Never rejects. */
export type Probe = (channel: number, model: string) => Promise<ProbeResult | undefined>
export type ProbeResult = { served: true } | { served: false; failure: Failure }

/** Models counted apart at one channel: patterns let callers invent names. */
const MAX_MODELS = 500
const OTHERS = ''
const UNKNOWN: CircuitView = { state: 'closed', pauseLeft: 0, failedShare: 0, latency: undefined }

/** `now`: milliseconds of a monotonic clock. */
export function createCircuits(now: () => number = () => performance.now()): Circuits {
  const byChannel = new Map<number, Map<string, Circuit>>()
  let probe: Probe | undefined

  function nameOf(models: ReadonlyMap<string, Circuit>, model: string): string {
    return models.has(model) || models.size < MAX_MODELS ? model : OTHERS
  }

  function find(channel: number, model: string): Circuit | undefined {
    const models = byChannel.get(channel)
    return models?.get(nameOf(models, model))
  }

  function findOrCreate(channel: number, model: string): Circuit {
    const models = byChannel.get(channel) ?? new Map<string, Circuit>()
    byChannel.set(channel, models)
    const name = nameOf(models, model)
    const circuit = models.get(name) ?? new Circuit()
    models.set(name, circuit)
    return circuit
  }

  /** Probes once the pause is over, unless calls have closed the circuit by then. */
  function planProbe(circuit: Circuit, channel: number, model: string): void {
    const send = probe
    if (!send) return
    const timer = setTimeout(async () => {
      if (circuit.state(now()) !== 'half_open') return
      circuit.probe()
      const result = await send(channel, model)
      if (!result) circuit.endProbe()
      else if (result.served) circuit.succeeded(now(), undefined)
      else count(circuit, channel, model, result.failure)
    }, circuit.pauseLeft(now()))
    timer.unref()
  }

  function count(circuit: Circuit, channel: number, model: string, failure: Failure): void {
    if (circuit.failed(now(), { ...failure, at: Date.now() })) planProbe(circuit, channel, model)
  }

  return {
    isHealthy: (channel, model) => find(channel, model)?.isHealthy(now()) ?? true,
    latency: (channel, model) => find(channel, model)?.latency(now()),
    began: (channel, model, isStream, ms) => findOrCreate(channel, model).times(isStream).add(ms),
    usual: (channel, model, isStream, share) => find(channel, model)?.times(isStream).quantile(share),
    succeeded: (channel, model, firstByteMs) => findOrCreate(channel, model).succeeded(now(), firstByteMs),
    failed: (channel, model, failure) => count(findOrCreate(channel, model), channel, model, failure),
    view(channel, model) {
      const circuit = find(channel, model)
      if (!circuit) return UNKNOWN
      const at = now()
      return {
        state: circuit.state(at),
        pauseLeft: circuit.pauseLeft(at),
        failedShare: circuit.failedShare(at),
        latency: circuit.latency(at),
      }
    },
    countByState() {
      const counts: Record<CircuitState, number> = { closed: 0, open: 0, half_open: 0 }
      const at = now()
      for (const models of byChannel.values()) for (const circuit of models.values()) counts[circuit.state(at)] += 1
      return counts
    },
    samplesOf: (channel) =>
      [...(byChannel.get(channel) ?? [])]
        .flatMap(([model, { samples }]) => samples.map((sample) => ({ ...sample, model })))
        .sort((a, b) => b.at - a.at),
    forget: (channel) => void byChannel.delete(channel),
    probeWith(given) {
      probe = given
    },
  }
}
