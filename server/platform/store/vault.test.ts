import { describe, expect, test } from 'bun:test'
import { mkdtemp, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openServices } from '../../open.ts'
import { readConfig } from '../config.ts'
import { openVault } from './vault.ts'

const folder = () => mkdtemp(join(tmpdir(), 'switchyard-vault-'))

describe('the vault', () => {
  test('gives back what it sealed, never twice in the same form', async () => {
    const vault = openVault({ dataDir: await folder() })
    const [first, second] = [vault.encrypt('密钥 sk-1'), vault.encrypt('密钥 sk-1')]
    expect(first).not.toBe(second)
    expect(first).not.toContain('sk-1')
    expect([first, second].map(vault.decrypt)).toEqual(['密钥 sk-1', '密钥 sk-1'])
  })

  test('finds equal texts by equal hashes, which differ from key to key', async () => {
    const [one, other] = [openVault({ secretKey: 'a', dataDir: '' }), openVault({ secretKey: 'b', dataDir: '' })]
    expect(one.hash('token')).toBe(one.hash('token'))
    expect(one.hash('token')).not.toBe(other.hash('token'))
  })

  test('refuses what another key has sealed, and what was changed', () => {
    const sealed = openVault({ secretKey: 'a', dataDir: '' }).encrypt('secret')
    expect(() => openVault({ secretKey: 'b', dataDir: '' }).decrypt(sealed)).toThrow('SECRET_KEY')
    const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`
    expect(() => openVault({ secretKey: 'a', dataDir: '' }).decrypt(changed)).toThrow()
  })

  test('keeps its key file to the owner', async () => {
    const dataDir = await folder()
    openVault({ dataDir })
    expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600)
  })

  test('with the wrong key the server does not start', async () => {
    const config = { ...readConfig({ LOG_LEVEL: 'silent' }), dataDir: await folder() }
    const { services, close } = await openServices({ ...config, secretKey: 'right' })
    const sealed = { key: services.vault.encrypt('k'), key_hash: 'h', name: 't', user_id: 1 }
    const token = { ...sealed, created_time: 0, accessed_time: 0, unlimited_quota: 1, model_limits_enabled: 0 }
    await services.store.db.insertInto('tokens').values(token).execute()
    await close()
    await expect(openServices({ ...config, secretKey: 'wrong' })).rejects.toThrow('SECRET_KEY')
  })
})
