import { expect, test } from 'bun:test'
import { typesOf } from './catalogue-types.ts'

test('each catalogue is a namespace, and the texts of payment gateways are options', () => {
  const types = typesOf(['wallet', 'options'])
  expect(types).toContain("import type wallet from '../locales/zh/wallet.json'")
  expect(types).toContain('      options: typeof options & GatewayTexts\n      wallet: typeof wallet\n')
})
