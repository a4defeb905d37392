import { until } from '#test/harness/until.ts'

/** One call that the upstream served and would bill. Refused calls cost nothing and are not on the invoice. */
export interface InvoiceLine {
  id: string
  path: string
  model: string
  apiKey: string
  promptTokens: number
  cachedTokens: number
  /** Tokens handed to the connection so far, reasoning included. */
  completionTokens: number
  reasoningTokens: number
  /** `aborted`: the caller hung up. `broken`: the upstream cut its own answer. */
  outcome: 'open' | 'completed' | 'aborted' | 'broken'
}

export interface InvoiceTotal {
  calls: number
  completed: number
  aborted: number
  broken: number
  promptTokens: number
  completionTokens: number
}

/** The upstream's own record of what it served: the other side of the books in every money test. */
export interface Invoice {
  lines: InvoiceLine[]
  open(line: Pick<InvoiceLine, 'id' | 'path' | 'model' | 'apiKey' | 'promptTokens' | 'cachedTokens'>): InvoiceLine
  total(): InvoiceTotal
  /** Resolves when no call is open. A hang-up is seen a moment after the client makes it. */
  settled(): Promise<void>
  clear(): void
}

/** With `kept` = false no line stays: nobody reads them, and millions of them would keep the collector busy. */
export function createInvoice(kept = true): Invoice {
  const lines: InvoiceLine[] = []
  const count = (outcome: InvoiceLine['outcome']) => lines.filter((line) => line.outcome === outcome).length
  const sum = (field: 'promptTokens' | 'completionTokens') => lines.reduce((total, line) => total + line[field], 0)
  return {
    lines,
    open(start) {
      const line: InvoiceLine = { ...start, completionTokens: 0, reasoningTokens: 0, outcome: 'open' }
      if (kept) lines.push(line)
      return line
    },
    total: () => ({
      calls: lines.length,
      completed: count('completed'),
      aborted: count('aborted'),
      broken: count('broken'),
      promptTokens: sum('promptTokens'),
      completionTokens: sum('completionTokens'),
    }),
    settled: async () => void (await until(() => count('open') === 0)),
    clear: () => void lines.splice(0),
  }
}
