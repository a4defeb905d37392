import { readFileSync } from 'node:fs'
import { parseYaml, YamlError, type YamlFile } from '../configuration/file/parse-yaml.ts'
import { CommandError } from './command.ts'

/** Reads a YAML file; `-` = the standard input. Throws a CommandError that names the line. */
export async function readYamlFile(path: string): Promise<YamlFile> {
  const text = await textOf(path)
  try {
    return parseYaml(text, path === '-' ? 'standard input' : path)
  } catch (error) {
    if (error instanceof YamlError) throw new CommandError(error.message)
    throw error
  }
}

async function textOf(path: string): Promise<string> {
  if (path === '-') return new Response(Bun.stdin.stream()).text()
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`)
  }
}
