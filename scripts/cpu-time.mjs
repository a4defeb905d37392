// How much CPU time programs take, with all that they start. Linux only: it reads /proc.
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** How often processes are looked at: one that loses its parent and ends between two looks is not counted. */
const LOOK_MS = 500
/** Clock ticks a second in /proc; 100 on every Linux that Node runs on. */
const TICKS = 100

/**
 * Starts to count the CPU time of this process and of all that descends from it. The function that it returns ends the counting
 * and returns seconds, user and system together; undefined where there is no /proc.
 */
export function startCounting() {
  if (!existsSync('/proc/self/stat')) return () => undefined
  const seen = new Map()
  const before = ownTicks()
  let orphaned = 0
  const look = () => {
    orphaned += notice(seen, processes(), process.pid)
  }
  look()
  const timer = setInterval(look, LOOK_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    look()
    const running = [...seen.values()].reduce((sum, { ticks }) => sum + ticks, 0)
    return (ownTicks() - before + orphaned + running) / TICKS
  }
}

/**
 * Brings `seen`, the descendants of the process `root`, to the state of `now`. Returns the ticks of those that are gone and that no parent
 * waited for: a process that is waited for adds its time to its parent's. Pure but for `seen`.
 */
export function notice(seen, now, root) {
  let orphaned = 0
  for (const [id, { ticks, parent }] of seen) {
    if (now.has(id)) continue
    const isWaitedFor = parent === root || [...seen].some(([other, { pid }]) => pid === parent && now.has(other))
    if (!isWaitedFor) orphaned += ticks
    seen.delete(id)
  }
  // A child may be listed before its parent.
  for (let found = true; found; ) {
    found = false
    for (const [id, stat] of now) {
      if (seen.has(id) || stat.pid === root || !isKin(stat.parent, seen, root)) continue
      seen.set(id, stat)
      found = true
    }
  }
  for (const id of seen.keys()) seen.set(id, now.get(id))
  return orphaned
}

const isKin = (pid, seen, root) => pid === root || [...seen.values()].some((other) => other.pid === pid)

/** All processes by pid and start: a pid is used again. `ticks` has the time of children that were waited for in it. */
function processes() {
  const found = new Map()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(name) : undefined
    if (stat) found.set(`${stat.pid} ${stat.start}`, stat)
  }
  return found
}

const ownTicks = () => statOf('self').ticks

/** proc(5): the fields behind the name, which may hold spaces and brackets. */
function statOf(name) {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [user, system, childrenUser, childrenSystem] = fields.slice(11, 15).map(Number)
    return {
      pid: Number.parseInt(text, 10),
      parent: Number(fields[1]),
      start: fields[19],
      ticks: user + system + childrenUser + childrenSystem,
    }
  } catch {
    // The process has ended.
    return undefined
  }
}
