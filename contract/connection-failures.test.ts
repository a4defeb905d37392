import { expect, test } from 'bun:test'
import { createServer } from 'node:net'
import { explainFailure } from './connection-failures.ts'
import { errorText } from './errors.ts'

test('plain words come first, the technical text stays behind them', () => {
  expect(explainFailure('cannot connect to http://10.0.0.1:9: ECONNREFUSED', 'en')).toBe(
    'connection refused, no service at this address and port (cannot connect to http://10.0.0.1:9: ECONNREFUSED)',
  )
  expect(explainFailure('ENOTFOUND', 'zh')).toBe('找不到该主机名，请检查地址或 DNS（ENOTFOUND）')
})

test.each(['Overloaded', 'model not found', '', '模型不存在'])('%j of an upstream is shown as it is', (text) => {
  for (const language of ['zh', 'en'] as const) expect(explainFailure(text, language)).toBe(text)
})

test('an error with such a detail is understood in either language', () => {
  const parameters = { detail: 'ECONNREFUSED' }
  expect(errorText('channel_upstream_unreachable', 'zh', parameters)).toBe(
    '无法连接上游：连接被拒绝，该地址的端口上没有服务（ECONNREFUSED）',
  )
  expect(errorText('mail_failed', 'en', parameters)).toStartWith('The email could not be sent: connection refused')
})

test('what Bun says of a port where nothing listens is explained', async () => {
  const port = await freePort()
  const error = await fetch(`http://127.0.0.1:${port}`).catch((reason: Error & { code?: string }) => reason)
  if (error instanceof Response) throw new Error('somebody answered')
  expect(explainFailure(error.code ?? '', 'en')).toContain('connection refused')
})

/** A port that was free a moment ago. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
