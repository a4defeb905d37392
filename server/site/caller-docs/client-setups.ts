import type { Language } from '#contract/errors.ts'
import { KEY_PLACEHOLDER, snippets } from '#contract/snippets.ts'
import type { Words } from '#contract/words.ts'
import tested from '../../../docs/start/clients.md' with { type: 'text' }

/** Programs whose settings the tests of clients write into docs/start/clients.md, with the command that starts each. */
const TESTED = [
  { id: 'claude-code', name: 'Claude Code', setup: 'Claude Code', start: 'claude' },
  { id: 'codex', name: 'Codex', setup: 'Codex', start: 'codex' },
  { id: 'opencode', name: 'opencode', setup: 'opencode (chat completions)', start: 'opencode' },
  { id: 'gemini-cli', name: 'Gemini CLI', setup: 'Gemini CLI', start: 'gemini' },
]
/** Ids of snippets. */
const OTHERS = ['cherry-studio', 'open-webui', 'python', 'node', 'responses', 'anthropic', 'gemini', 'env']

const TESTED_WITH: Words = { en: 'Tested with ', zh: '已测试：' }
const END: Words = { en: '.', zh: '。' }
const START: Words = { en: 'Then start', zh: '然后启动' }
const SDK: Words = { en: 'SDK', zh: 'SDK' }
const SDK_OF: Record<string, string> = {
  responses: 'OpenAI Responses',
  anthropic: 'Anthropic',
  gemini: 'Google Gen AI',
}

/** Writes how programs are set up as Markdown, a section for each. */
export function clientSetups(language: Language): string {
  const programs = TESTED.map(({ id, name, setup, start }) => {
    return `## ${name} {#${id}}\n\n${setupOf(setup, language)}\n\n${START[language]} \`${start}\`${END[language]}`
  })
  const others = OTHERS.flatMap((id) => {
    const snippet = snippets.find((one) => one.id === id)
    const name = SDK_OF[id] ? `${SDK_OF[id]} ${SDK[language]}` : snippet?.label
    return snippet ? [`## ${name} {#${id}}\n\n{{snippet ${id}}}`] : []
  })
  return [...programs, ...others].join('\n\n')
}

/** The tested settings of a program, with the places of address, key and model. Throws where there are none. */
function setupOf(name: string, language: Language): string {
  const begin = `<!-- setup: ${name} -->`
  const from = tested.indexOf(begin) + begin.length
  const to = tested.indexOf('<!-- setup: end -->', from)
  if (!tested.includes(begin) || to < 0) throw new Error(`docs/start/clients.md has no setup of ${name}`)
  return tested
    .slice(from, to)
    .trim()
    .replace(/^Tested: (.*)\.$/m, `${TESTED_WITH[language]}$1${END[language]}`)
    .replaceAll('https://switchyard.example.com', '{{root}}')
    .replaceAll('sk-…', KEY_PLACEHOLDER)
    .replaceAll('MODEL"', '{{model}}"')
    .replace(/=MODEL$/gm, '={{model}}')
}
