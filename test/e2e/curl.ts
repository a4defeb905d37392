/** What a copied `curl` command would send. */
export interface CurlCall {
  url: string
  init: { method: string; headers: Record<string, string>; body?: string }
}

/** Reads a command as a POSIX shell and curl do, as far as examples need it: quotes, `\` before a line's end, -H and -d. */
export function parseCurl(command: string): CurlCall {
  const [program, ...words] = shellWords(command)
  if (program !== 'curl') throw new Error(`no curl: ${program}`)
  const call: CurlCall = { url: '', init: { method: 'GET', headers: {} } }
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-H') {
      const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(words.shift() ?? '') ?? []
      call.init.headers[name] = value
    } else if (word === '-d') {
      call.init = { ...call.init, method: 'POST', body: words.shift() ?? '' }
    } else if (word.startsWith('-') || call.url) throw new Error(`not understood: ${word}`)
    else call.url = word
  }
  return call
}

function shellWords(command: string): string[] {
  const pattern = /\\\n|\s+|((?:'[^']*'|"(?:[^"\\$`]|\\.)*"|[^\s'"\\$`])+)/gy
  const words: string[] = []
  while (pattern.lastIndex < command.length) {
    const at = pattern.lastIndex
    const match = pattern.exec(command)
    if (!match) throw new Error(`no shell reads this: ${command.slice(at)}`)
    if (match[1] !== undefined) words.push(match[1].replace(/'([^']*)'|"([^"]*)"/g, (_, one, two) => one ?? two))
  }
  return words
}
