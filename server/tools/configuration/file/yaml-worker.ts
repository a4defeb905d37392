import { lowerPriority } from '../../../platform/store/lower-priority.ts'
import { parseYaml, YamlError } from './parse-yaml.ts'

/** The thread of `readYaml`: parses one text. */
declare const self: Worker

lowerPriority()

/** What the thread replies. */
export type YamlReply = { value: Record<string, unknown> } | { wrong: string }

self.onmessage = ({ data }: MessageEvent<string>) => self.postMessage(reply(data))

function reply(text: string): YamlReply {
  try {
    return { value: parseYaml(text, 'YAML').value }
  } catch (error) {
    if (error instanceof YamlError) return { wrong: error.message }
    throw error
  }
}
