import type { TelemetryConfig } from './read-telemetry-config.ts'
import type { Telemetry } from './telemetry.ts'

/** Who sends telemetry. */
export interface TelemetrySource {
  version: string
  nodeId: string
  /** Proxies as variables of the environment name them. */
  proxies: Readonly<Record<string, string>>
  warn(message: string): void
}

/** Begins to record the spans of calls; undefined = not configured. The SDK is loaded only if it is. */
export async function openTelemetry(
  config: TelemetryConfig | undefined,
  source: TelemetrySource,
): Promise<Telemetry | undefined> {
  if (!config?.tracesUrl) return undefined
  const { createTelemetry } = await import('./create-telemetry.ts')
  return createTelemetry(config, source)
}
