import type { Plugin } from 'vite'

interface Node {
  type: string
  start: number
  end: number
}
interface Call extends Node {
  callee: Node & {
    computed?: boolean
    object?: Node & { name?: string; property?: { name?: string } }
    property?: { name?: string }
    name?: string
  }
}

const QUIET = /^(?:log|warn|once|deprecate)$/

/**
 * Leaves out what i18next and react-i18next would say to a developer: they say it only with the option `debug`, which a
 * build never has. It is a tenth of their size.
 */
export function quietLibraries(): Plugin {
  return {
    name: 'switchyard:quiet-libraries',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/(?:react-)?i18next\/.*\.js$/ },
      handler(code) {
        const calls = outermost(nodesOf(this.parse(code)).filter(isRemark))
        const quiet = calls.reduceRight((text, { start, end }) => `${text.slice(0, start)}null${text.slice(end)}`, code)
        return { code: quiet, map: null }
      },
    },
  }
}

/** `this.logger.warn(…)`, `baseLogger.deprecate(…)`, `warnOnce(…)`. */
function isRemark(node: Node): node is Call {
  if (node.type !== 'CallExpression') return false
  const { callee } = node as Call
  if (callee.name === 'warnOnce') return true
  const logger = callee.object?.property?.name ?? callee.object?.name ?? ''
  return QUIET.test(callee.property?.name ?? '') && /^(?:base)?logger$/i.test(logger)
}

const outermost = (nodes: Node[]) =>
  nodes.filter((node) => !nodes.some((other) => other !== node && other.start <= node.start && node.end <= other.end))

/** A node and everything below it. */
function nodesOf(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return []
  const below = Object.values(value).flatMap(nodesOf)
  return 'type' in value ? [value as Node, ...below] : below
}
