import { randomUUID } from 'node:crypto'
import type { LiveCall } from '#contract/api/live-calls.ts'
import type { Bus, Change } from '../../platform/store/bus.ts'
import { createLiveCalls, type LiveCalls, type LiveFilter, type LiveList } from './live-calls.ts'

/** How long other nodes have to answer. */
const ANSWER_MS = 1000
/** PostgreSQL's notifications have less than 8000 bytes. */
const MESSAGE_BYTES = 6000

type Question = Extract<Change, { kind: 'live_question' }>
type Answer = Extract<Change, { kind: 'live_answer' }>

/** The calls in progress on all nodes: each node answers for its own, over the bus. */
export interface LiveCallsOfNodes {
  /** Asks the nodes with these ids; this node's calls are not among the answers. */
  list(filter: LiveFilter, nodes: readonly string[]): Promise<{ lists: LiveList[]; silent: string[] }>
  /** Tells the nodes to end a call. Resolves with whether one of them has ended it. */
  stop(id: string, nodes: readonly string[]): Promise<boolean>
}

/** Opens the registry of this node's calls, and the way to those of the others. */
export function openLiveCalls(node: string, bus: Bus) {
  const liveCalls = createLiveCalls(node)
  return { liveCalls, liveCallsOfNodes: openLiveCallsOfNodes(liveCalls, node, bus) }
}

/** Answers the questions of other nodes, and asks them. `node`: this node's id. */
export function openLiveCallsOfNodes(own: LiveCalls, node: string, bus: Bus): LiveCallsOfNodes {
  const asked = new Map<string, (answer: Answer) => void>()

  bus.subscribe(['live_answer'], (answer) => asked.get(answer.question)?.(answer))
  bus.subscribe(['live_question'], (question) => {
    if (question.from !== node) for (const each of answers(question)) bus.publish(each)
  })

  function answers(question: Question): Answer[] {
    const head = { kind: 'live_answer' as const, question: question.id, node }
    if (question.stop !== undefined)
      return [{ ...head, total: 0, parts: 1, calls: [], stopped: own.stop(question.stop) }]
    const { node: counted, calls } = own.list(question.filter)
    const parts = inMessages(calls)
    return parts.map((part) => ({ ...head, total: counted.calls, parts: parts.length, calls: part, stopped: false }))
  }

  /** Asks, and takes answers until every node has given all its parts, the taker has enough, or time is up. */
  async function ask(
    about: Pick<Question, 'filter' | 'stop'>,
    nodes: readonly string[],
    take: (answer: Answer) => 'enough' | undefined,
  ): Promise<string[]> {
    const open = new Map(nodes.map((each) => [each, 0]))
    if (open.size === 0) return []
    const id = randomUUID()
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ANSWER_MS)
      asked.set(id, (answer) => {
        const received = open.get(answer.node)
        if (received === undefined) return
        if (received + 1 < answer.parts) open.set(answer.node, received + 1)
        else open.delete(answer.node)
        if (take(answer) !== 'enough' && open.size > 0) return
        clearTimeout(timer)
        resolve()
      })
      bus.publish({ kind: 'live_question', id, from: node, ...about })
    })
    asked.delete(id)
    return [...open.keys()]
  }

  return {
    async list(filter, nodes) {
      const lists = new Map<string, LiveList>()
      const silent = await ask({ filter }, nodes, (answer) => {
        const list = lists.get(answer.node) ?? { node: { id: answer.node, calls: answer.total }, calls: [] }
        list.calls.push(...answer.calls)
        lists.set(answer.node, list)
        return undefined
      })
      return { lists: [...lists.values()], silent }
    },
    async stop(id, nodes) {
      let isStopped = false
      await ask({ filter: { user: '', model: '' }, stop: id }, nodes, ({ stopped }) => {
        isStopped ||= stopped
        return isStopped ? 'enough' : undefined
      })
      return isStopped
    },
  }
}

/** Divides calls among messages that are small enough; at least one. */
function inMessages(calls: readonly LiveCall[]): LiveCall[][] {
  const parts: LiveCall[][] = [[]]
  let bytes = 0
  for (const call of calls) {
    const size = Buffer.byteLength(JSON.stringify(call)) + 1
    if (bytes + size > MESSAGE_BYTES && bytes > 0) {
      parts.push([])
      bytes = 0
    }
    parts.at(-1)?.push(call)
    bytes += size
  }
  return parts
}
