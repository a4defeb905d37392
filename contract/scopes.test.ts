import { expect, test } from 'bun:test'
import { endpoints } from './api/all.ts'
import { isInScope, readScope } from './scopes.ts'

const callsOf = (scope: 'usage' | 'tokens' | 'users') =>
  Object.entries(endpoints)
    .filter(([, one]) => one.access !== 'public' && isInScope(scope, one))
    .map(([name]) => name)
    .sort()
const words = (text: string) => text.trim().split(/\s+/).sort()

test('each narrow scope has these calls and no others', () => {
  expect(callsOf('usage')).toEqual(
    words(`self listLogs listOwnLogs getLog getOwnLog logStat ownLogStat logHistogram ownLogHistogram logFacets ownLogFacets logDeletion
      searchLogs searchOwnLogs exportLogs exportOwnLogs usageData ownUsageData ownTokenUsage exportUsage exportOwnUsage walletHistory
      consoleUsageByUser`),
  )
  expect(callsOf('tokens')).toEqual(
    words(`self listTokens listTokenTags searchTokens findTokens getToken createToken createTokens updateToken rotateToken
      endFormerKeys deleteToken deleteTokens setTokenLimits setTokenStatuses consoleTokenKey consoleTokenKeys`),
  )
  expect(callsOf('users')).toEqual(
    words(`self listUsers searchUsers findUsers getUser listUserTokens createUser updateUser manageUser deleteUser`),
  )
})

test('every call is in the scope of everything, which is that of tokens from before', () => {
  for (const one of Object.values(endpoints)) expect(isInScope('all', one)).toBe(true)
  expect(readScope('')).toBe('all')
  expect(readScope('usage')).toBe('usage')
})
