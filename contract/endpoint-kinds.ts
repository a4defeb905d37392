import type { TaskPlatform } from './channel-types/tasks.ts'
import { MODEL_FORMATS, type ModelFormat } from './models.ts'

/** What a token may be restricted to: the formats in which models are called, and the platforms of tasks. */
export type EndpointKind = ModelFormat | TaskPlatform
export const ENDPOINT_KINDS: readonly EndpointKind[] = [...MODEL_FORMATS, 'midjourney', 'suno']

/** Returns kinds as they are stored: a comma list, "" = all. */
export const storedKinds = (kinds: readonly EndpointKind[] | null): string => kinds?.join() ?? ''
