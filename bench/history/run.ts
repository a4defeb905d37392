import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pinTo } from '../guard/cores.ts'
import { measureCpu, ROUNDS } from '../guard/cpu.ts'
import { startBare } from '../targets/bare.ts'
import { startSwitchyard } from '../targets/switchyard.ts'
import { startUpstream } from '../targets/upstream.ts'
import { commitsIn, type PastCommit, type PastCost, releaseIn, reportHistory, spread, withReleases } from './commits.ts'

const ROOT = join(import.meta.dirname, '../..')
/** So many commits of a range are measured. */
const COMMITS = 20

const LINE = '--format=%h %cs'

/**
 * Builds the servers of past commits and of all releases one after the other and measures what a small call costs in them, beside the bare
 * relay. `range`: revisions as git knows them, such as `v0.1.0..`. Returns a table in Markdown.
 */
export async function measureHistory(range: string): Promise<string> {
  const some = spread(commitsIn(git('log', '--first-parent', LINE, range)), COMMITS)
  const order = commitsIn(git('log', '--first-parent', LINE)).map(({ hash }) => hash)
  const commits = withReleases(some, releases(), order)
  pinTo(0, process.pid)
  const costs: PastCost[] = []
  for (const commit of commits) {
    const cost = await costAt(commit).catch((error) => ({ ...commit, reason: firstLine(String(error)) }))
    console.error(reportHistory([cost]).split('\n').at(-1))
    costs.push(cost)
  }
  return reportHistory(costs)
}

/** The commits that name a version in the changelog. */
function releases(): PastCommit[] {
  return commitsIn(git('log', '--first-parent', LINE, '-G^## [0-9]', '--', 'CHANGELOG.md')).flatMap((commit) => {
    const release = releaseIn(git('show', `${commit.hash}:CHANGELOG.md`))
    return release ? [{ ...commit, release }] : []
  })
}

async function costAt(commit: PastCommit): Promise<PastCost> {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-history-'))
  const sources = join(folder, 'sources')
  const program = join(folder, 'switchyard')
  try {
    git('worktree', 'add', '--detach', '--force', sources, commit.hash)
    symlinkSync(join(ROOT, 'node_modules'), join(sources, 'node_modules'))
    build(sources, program)
    const { 'small-cpu': all, 'small-thread': answering } = await measureProgram(program)
    if (all === undefined || answering === undefined) throw new Error('not measured')
    return { ...commit, all, answering }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    git('worktree', 'prune')
  }
}

/** Builds as the commit itself does; the first ones name the file by an option. */
function build(sources: string, program: string): void {
  const script = join('scripts', 'build-server.ts')
  const isOption = readFileSync(join(sources, script), 'utf8').includes("program: { type: 'string' }")
  run(process.execPath, [script, ...(isOption ? ['--program'] : []), program], sources)
}

async function measureProgram(program: string) {
  const upstream = await startUpstream()
  try {
    const gateway = await startSwitchyard(upstream.port, program)
    try {
      const bare = await startBare(upstream.port)
      try {
        for (const { pid } of [gateway, bare]) pinTo(1, pid)
        return await measureCpu([gateway, bare], ['small'], ROUNDS)
      } finally {
        await bare.stop()
      }
    } finally {
      await gateway.stop()
    }
  } finally {
    await upstream.stop()
  }
}

const git = (...words: string[]) => run('git', words, ROOT)

/** Runs a command and returns what it says. Throws the first line of its complaint where it fails. */
function run(command: string, words: string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(firstLine(stderr) || `${command} failed`)
  return stdout
}

const firstLine = (text: string) => text.trim().split('\n')[0]?.slice(0, 80) ?? ''
