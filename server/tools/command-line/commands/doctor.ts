import { version } from '../../../../package.json'
import type { Config } from '../../../platform/config.ts'
import { type Finding, findingsOf, type Level, worstOf } from '../../doctor/finding.ts'
import { type Command, EXIT } from '../command.ts'
import { printable } from '../output.ts'

const SIGNS: Record<Level, string> = { ok: 'ok     ', warning: 'WARNING', error: 'ERROR  ' }
const STATUS: Record<Level, number> = { ok: EXIT.done, warning: EXIT.changes, error: EXIT.failed }

const doctor: Command = {
  name: 'doctor',
  summary: 'Examine this installation and print advice; the server may be running or stopped',
  flags: {
    upstreams: { type: 'boolean', help: 'also check the certificates of all channels' },
    thorough: { type: 'boolean', help: 'check a SQLite file for damage, whatever its size' },
  },
  json: true,
  details: `Works on the DATA_DIR, DATABASE_URL, REDIS_URL and SECRET_KEY of the server, and changes nothing.
Exit status: 0 nothing is wrong, 3 there are warnings, 1 there are errors.`,
  async run({ given, env, output }) {
    const [{ examine }, { readConfig }] = await Promise.all([
      import('../../doctor/examine.ts'),
      import('../../../platform/config.ts'),
    ])
    const how = { thorough: given.on('thorough'), upstreams: given.on('upstreams') }
    const findings = await configured(
      () => readConfig(env),
      (config) => examine({ config, ...how }),
    )
    const result = worstOf(findings)
    output.result({ result, version, findings }, () => findings.map(lineOf).join('\n'))
    return STATUS[result]
  },
}

/** A variable that stops every start is a finding too. */
async function configured(read: () => Config, examineWith: (config: Config) => Promise<Finding[]>): Promise<Finding[]> {
  let config: Config
  try {
    config = read()
  } catch (problem) {
    return [
      findingsOf('settings').error(
        (problem as Error).message,
        'set the variable as docs/reference/configuration.md says',
      ),
    ]
  }
  return examineWith(config)
}

export const doctorCommands = [doctor]

function lineOf({ area, level, text, advice }: Finding): string {
  const line = `${SIGNS[level]}  ${area.padEnd(12)}  ${printable(text)}`
  return advice ? `${line}\n${' '.repeat(23)}→ ${printable(advice)}` : line
}
