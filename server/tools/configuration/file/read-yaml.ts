import { ApiError } from '../../../platform/errors/api-error.ts'
import type { YamlReply } from './yaml-worker.ts'

/** Resolves to TypeScript beside this file, or to JavaScript beside the bundle; the runtime finds either. */
const WORKER = './yaml-worker'

/**
 * Parses YAML in a separate thread: a text of a megabyte takes seconds, in which no call would be answered. Rejects
 * with configuration_yaml, which says what is wrong and where.
 */
export async function readYaml(text: string): Promise<Record<string, unknown>> {
  const thread = new Worker(new URL(WORKER, import.meta.url).href, { smol: true })
  try {
    const reply = await new Promise<YamlReply>((resolve, reject) => {
      thread.onmessage = ({ data }: MessageEvent<YamlReply>) => resolve(data)
      thread.onerror = ({ message }) => reject(new Error(message))
      thread.postMessage(text)
    })
    if ('wrong' in reply) throw new ApiError('configuration_yaml', { detail: reply.wrong })
    return reply.value
  } finally {
    thread.terminate()
  }
}
