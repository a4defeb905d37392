import { Document, isScalar } from 'yaml'
import type { exportConfiguration } from '#contract/api/configuration.ts'
import type { Reply } from '#contract/api/endpoint.ts'
import { channelType } from '#contract/channel-types/all.ts'
import { withReferences } from '#contract/configuration/references.ts'

type Export = Reply<typeof exportConfiguration>

/** A document of the server as a file: the same site is the same text, so that a diff shows what has changed. */
export function writeYaml({ document, secrets }: Export): string {
  const file = new Document(withReferences(withoutEmpty(document)))
  for (const [name, entry] of Object.entries(Object(document.channels) as Record<string, { type?: number }>)) {
    const type = file.getIn(['channels', name, 'type'], true)
    const words = channelType(entry.type ?? 0)?.name.en
    if (isScalar(type) && words) type.comment = ` ${words}`
  }
  file.commentBefore = headerOf(secrets)
  return file.toString({ lineWidth: 0 })
}

const withoutEmpty = (document: Export['document']) =>
  Object.fromEntries(Object.entries(document).filter(([, section]) => Object.keys(Object(section)).length > 0))

function headerOf(secrets: Export['secrets']): string {
  const lines = [' Written by "switchyard export". Secrets are not in this file.']
  if (secrets.length > 0) {
    lines.push(' A server that has them keeps them; for another one, set these environment variables:')
    for (const { name, path } of secrets) lines.push(`   ${name}  ${path.join('.').replace(/\p{C}/gu, ' ')}`)
  }
  return lines.join('\n')
}
