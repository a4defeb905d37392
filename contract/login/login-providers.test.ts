import { expect, test } from 'bun:test'
import { LOGIN_PROVIDERS, providerSpec, providersIn } from './login-providers.ts'

test('texts of this API family that no usual sentence makes', () => {
  const texts = LOGIN_PROVIDERS.map(providerSpec).flatMap(({ texts = {} }) => Object.values(texts).map(({ zh }) => zh))
  expect(texts.sort()).toEqual(
    [
      '微信身份验证',
      '已绑定的微信账户',
      '已绑定的Telegram账户',
      '已绑定的 LINUX DO 账户',
      '已绑定的 OIDC 账户',
      'LinuxDO',
    ].sort(),
  )
})

test('lists have the order of this API family, and what is new comes behind', () => {
  expect(LOGIN_PROVIDERS.slice(0, 3)).toEqual(['github', 'linuxdo', 'wechat'])
  expect(providersIn('bindings').slice(0, 5)).toEqual(['wechat', 'github', 'telegram', 'linuxdo', 'oidc'])
  expect(providersIn('accounts').slice(0, 5)).toEqual(['github', 'wechat', 'telegram', 'linuxdo', 'oidc'])
})
