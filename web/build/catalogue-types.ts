import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Writes the types of all text keys from the catalogues' names, before types are checked or anything is built. */
export function catalogueTypes(catalogues: string, target: string): Plugin {
  return {
    name: 'switchyard:catalogue-types',
    configResolved() {
      const types = typesOf(readdirSync(catalogues).map((file) => file.replace('.json', '')))
      if (!existsSync(target) || readFileSync(target, 'utf8') !== types) writeFileSync(target, types)
    },
  }
}

/** The declaration file, for a target in `web/src/lib`. The texts of payment gateways come from the contract. */
export function typesOf(catalogues: readonly string[]): string {
  const names = catalogues.toSorted()
  const added = (name: string) => (name === 'options' ? ' & GatewayTexts' : '')
  return `${[
    ...names.map((name) => `import type ${name} from '../locales/zh/${name}.json'`),
    "import type { GatewayTexts } from './gateway-texts.ts'",
    '',
    "declare module 'i18next' {",
    '  interface CustomTypeOptions {',
    "    defaultNS: 'common'",
    '    resources: {',
    ...names.map((name) => `      ${name}: typeof ${name}${added(name)}`),
    '    }',
    '  }',
    '}',
  ].join('\n')}\n`
}
