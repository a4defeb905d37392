import type { InputModality } from '#contract/models.ts'

export type FileKind = 'image' | 'audio' | 'pdf' | 'text'

/** A file of a question. Its content is in the file store, under its id. */
export interface KeptFile {
  id: string
  name: string
  /** MIME type. */
  type: string
  kind: FileKind
  bytes: number
}

const MB = 1024 * 1024
/** What a question may hold in all. As base64 it is a third larger, and fits into a body of 32 MB. */
export const MAX_BYTES = 20 * MB
export const MAX_FILES = 8
/** Largest file of each kind. Texts become part of the question. */
export const LARGEST: Record<FileKind, number> = { image: 10 * MB, audio: 10 * MB, pdf: 20 * MB, text: MB / 4 }

const IMAGES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
const AUDIO: Record<string, string> = {
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/wave': 'wav',
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
}
/** Endings of texts, for which browsers name no type or a strange one. */
const TEXTS =
  /\.(?:txt|md|csv|tsv|json|jsonl|xml|ya?ml|toml|ini|log|sql|html?|css|[cm]?[jt]sx?|py|rb|go|rs|java|kt|c|h|cpp|cs|php|sh)$/i

/** What the file dialog offers. */
export const ACCEPT = [
  ...IMAGES,
  ...Object.keys(AUDIO),
  'application/pdf',
  'text/*',
  '.md,.csv,.json,.jsonl,.yaml,.yml,.toml,.log,.sql',
].join(',')

/** Returns what a file is, or undefined for one that no model reads here. */
export function kindOf({ name, type }: { name: string; type: string }): FileKind | undefined {
  if (IMAGES.includes(type)) return 'image'
  if (type in AUDIO) return 'audio'
  if (type === 'application/pdf') return 'pdf'
  return type.startsWith('text/') || type === 'application/json' || TEXTS.test(name) ? 'text' : undefined
}

/** Returns the format of a sound in a request. */
export const audioFormat = (type: string): string => AUDIO[type] ?? 'wav'

/** What a model must read to take a file; texts are part of the question. */
const NEEDED: Record<FileKind, InputModality> = { image: 'image', audio: 'audio', pdf: 'file', text: 'text' }

/** What is known of a model; an empty `input` = nothing. */
interface KnownModel {
  name: string
  input: readonly InputModality[]
}

/** Returns the models that are known not to take files of a kind. */
export function refusingModels(kind: FileKind, models: readonly KnownModel[]): string[] {
  if (kind === 'text') return []
  return models.filter(({ input }) => input.length > 0 && !input.includes(NEEDED[kind])).map(({ name }) => name)
}

export type FileProblem = { is: 'type' | 'empty' } | { is: 'size'; most: number } | { is: 'total' } | { is: 'count' }

/** Returns why a file cannot be added to those already chosen, or undefined. */
export function problemOf(
  file: { name: string; type: string; size: number },
  chosen: readonly Pick<KeptFile, 'bytes'>[],
): FileProblem | undefined {
  const kind = kindOf(file)
  if (!kind) return { is: 'type' }
  if (file.size === 0) return { is: 'empty' }
  if (file.size > LARGEST[kind]) return { is: 'size', most: LARGEST[kind] }
  if (chosen.length >= MAX_FILES) return { is: 'count' }
  if (chosen.reduce((sum, { bytes }) => sum + bytes, file.size) > MAX_BYTES) return { is: 'total' }
  return undefined
}
