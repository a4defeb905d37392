import { readFileSync, writeFileSync } from 'node:fs'
import * as z from 'zod/mini'
import {
  applyConfiguration,
  type ConfigurationPlan,
  exportConfiguration,
  planConfiguration,
} from '#contract/api/configuration.ts'
import { type ReferenceProblem, resolveReferences } from '#contract/configuration/references.ts'
import type { YamlFile } from '../../configuration/file/parse-yaml.ts'
import { writeYaml } from '../../configuration/file/write-yaml.ts'
import type { Flag } from '../arguments.mjs'
import { type Command, CommandError, EXIT, type Surroundings } from '../command.ts'
import { confirm } from '../confirm.ts'
import { movedText, planText } from '../plan-text.ts'
import { readYamlFile } from '../read-yaml-file.ts'

const FLAGS: Record<string, Flag> = {
  prune: { type: 'boolean', help: 'remove everything that is not in the file, within the sections that it contains' },
}
const FILE_DETAILS = `The file may be - for the standard input. \${NAME} in it is the value of an environment variable; where a secret belongs and
the variable is not set, the stored secret stays.`

const exportCommand: Command = {
  name: 'export',
  summary: 'Write channels, prices, groups, limits, settings, alert destinations and alert rules as YAML',
  flags: { output: { type: 'string', value: 'FILE', help: 'file to write; default: standard output' } },
  remote: true,
  json: true,
  details: `Secrets are not written but replaced by references such as \${CHANNEL_MAIN_KEY}.`,
  async run({ server, output, given }) {
    const exported = await server().call(exportConfiguration, {})
    const text = output.json ? `${JSON.stringify(exported.document, null, 2)}\n` : writeYaml(exported)
    const file = given.text('output')
    if (file) writeFileSync(file, text)
    else process.stdout.write(text)
    const count = exported.secrets.length
    if (count > 0 && file) output.note(`${count} secrets are references to environment variables, listed in ${file}.`)
  },
}

const plan: Command = {
  name: 'plan',
  summary: 'Show what a file would change, without changing anything',
  arguments: [{ name: 'file' }],
  flags: { ...FLAGS, out: { type: 'string', value: 'PLAN', help: 'save the plan for apply --plan' } },
  remote: true,
  json: true,
  details: `${FILE_DETAILS}\n\nExit status: 0 no changes, 3 changes, 1 the file is invalid.`,
  async run(surroundings) {
    const { given, output, server } = surroundings
    const client = server()
    const wanted = await readWanted(surroundings)
    const planned = await client.call(planConfiguration, { body: wanted.body })
    refuseProblems(planned, wanted.file)
    const out = given.text('out')
    if (out) writeFileSync(out, `${JSON.stringify({ server: client.url, ...planned }, null, 2)}\n`, { mode: 0o600 })
    output.result(planned, () => planText(planned))
    return planned.changes.length > 0 ? EXIT.changes : EXIT.done
  },
}

const apply: Command = {
  name: 'apply',
  summary: 'Apply all changes of a file in one step, or none',
  arguments: [{ name: 'file' }],
  flags: {
    ...FLAGS,
    plan: { type: 'string', value: 'PLAN', help: 'apply only the changes of this saved plan' },
    yes: { type: 'boolean', help: 'do not ask for confirmation' },
  },
  remote: true,
  json: true,
  details: `${FILE_DETAILS}\n\nIf others have made changes since the plan was shown, nothing is applied, and the new plan is shown.`,
  async run(surroundings) {
    const { given, output, server } = surroundings
    const wanted = await readWanted(surroundings)
    const client = server()
    const planned = await client.call(planConfiguration, { body: wanted.body })
    refuseProblems(planned, wanted.file)
    const kept = readPlan(given.text('plan'))
    if (kept && kept.version !== planned.version) refuseMoved(kept, planned)
    if (planned.changes.length === 0) {
      output.result({ ...planned, applied: false }, () => planText(planned))
      return
    }
    if (!output.json) output.line(planText(planned))
    if (!kept) await confirm(given, output, 'Apply?', 'Give --yes, or --plan with a plan that was read')
    const body = { ...wanted.body, version: planned.version }
    const outcome = await client.call(applyConfiguration, { body })
    refuseProblems(outcome, wanted.file)
    if (outcome.moved) refuseMoved(planned, outcome)
    output.result(outcome, () => 'Applied.')
  },
}

export const configurationCommands = [exportCommand, plan, apply]

interface Wanted {
  file: YamlFile
  body: { document: Record<string, unknown>; prune: boolean }
}

async function readWanted({ given, env }: Surroundings): Promise<Wanted> {
  const file = await readYamlFile(given.at(0))
  const { value, problems } = resolveReferences(file.value, env)
  refuseProblems({ problems: problems.map(withMessage) }, file)
  return { file, body: { document: value as Record<string, unknown>, prune: given.on('prune') } }
}

function withMessage({ path, name, kind }: ReferenceProblem) {
  const part = `\${${name}}`
  return kind === 'unset'
    ? { path, message: `Set the environment variable ${name}` }
    : { path, message: `${part} names no variable: write $${part} where the text itself is meant` }
}

/** Throws all that is wrong with a file, each with its line. */
function refuseProblems(
  { problems }: { problems: readonly { path: readonly (string | number)[]; message: string }[] },
  file: YamlFile,
): void {
  if (problems.length === 0) return
  throw new CommandError(
    problems.map(({ path, message }) => `${file.placeOf(path)} ${path.join('.')}: ${message}`).join('\n'),
  )
}

function refuseMoved(former: Pick<ConfigurationPlan, 'changes'>, now: ConfigurationPlan): never {
  const moved = movedText(former.changes, now.changes)
  throw new CommandError(
    `Nothing was applied: the site or the file has changed since the plan.\n${moved}\nPlan again and read the difference.`,
  )
}

const storedPlan = z.object({ version: z.string(), changes: z.array(z.any()) })

function readPlan(path: string | undefined): Pick<ConfigurationPlan, 'version' | 'changes'> | undefined {
  if (path === undefined) return undefined
  try {
    return storedPlan.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    throw new CommandError(`${path} is no plan of "switchyard plan --out": ${(error as Error).message}`)
  }
}
