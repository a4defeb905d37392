import type { Access } from '#contract/api/endpoint.ts'

/** Who may call which endpoint, written down a second time: an endpoint that is not in here is one nobody thought of. */
export const ACCESS: Record<string, Access> = {
  // Anyone
  ...rows(
    'public',
    'getStatus getNotice getAbout getHomePageContent getPricing ratioConfig tokenUsage listModelCards getModelCard openApi docsPage listDocs tokenLogs visitorGroups',
  ),
  ...rows('public', 'modelMeasures modelPerformance siteStatus consoleUptime'),
  ...rows('admin', 'channelHealth createIncident updateIncident deleteIncident'),
  ...rows(
    'public',
    'getLive getReady claimRoot login secondStep secondStepMethods passkeyLogin passkeyLoginOptions logout logoutByGet logoutOfAccess refreshAccess register requestPasswordReset resetPassword sendEmailCode',
  ),
  ...rows('public', 'oauthState oauthAuthorize providerLogin wechatLogin telegramLogin telegramBind'),
  ...rows('public', 'paymentNotice paymentNoticePost paymentReturn'),
  // Users, about themselves
  ...rows('user', 'self updateSelf deleteSelf selfGroups selfModels accessToken affCode affTransfer modelsByType'),
  ...rows('user', 'listSessions revokeSession revokeOtherSessions emailBind wechatBind listIdentities'),
  ...rows(
    'user',
    'secondFactor beginTotp confirmTotp removeTotp renewRecoveryCodes prove beginPasskey addPasskey removePasskey passkeyProofOptions',
  ),
  ...rows('user', 'consoleSessions endConsoleSession endOtherConsoleSessions consoleSecondFactor consolePasskey'),
  ...rows('user', 'consoleBindings consoleTopUpInfo consoleOrders consoleTokenKey consoleTokenKeys'),
  ...rows('admin', 'resetSecondFactor consoleUsageByUser'),
  ...rows('user', 'createToken listTokens searchTokens findTokens getToken updateToken deleteToken'),
  ...rows('user', 'listTokenTags createTokens setTokenLimits setTokenStatuses deleteTokens rotateToken endFormerKeys'),
  ...rows('user', 'redeem pay topUpAmount listOwnOrders getOrder walletHistory'),
  ...rows('user', 'listReceipts receiptFile nameReceiptBuyer getBilling setBilling'),
  ...rows('user', 'listOwnDrawings listOwnTasks'),
  ...rows('user', 'listOwnSinks createOwnSink updateOwnSink deleteOwnSink testOwnSink'),
  ...rows(
    'user',
    'listOwnLogs getOwnLog ownLogStat searchOwnLogs exportOwnLogs ownUsageData ownTokenUsage exportOwnUsage',
  ),
  ...rows('user', 'ownLogHistogram ownLogFacets'),
  // Administrators
  ...rows(
    'admin',
    'listUsers searchUsers findUsers getUser listUserTokens createUser updateUser manageUser deleteUser listGroups',
  ),
  ...rows(
    'admin',
    'channelModels listChannels searchChannels findChannels getChannel createChannel updateChannel deleteChannel',
  ),
  ...rows('admin', 'copyChannel deleteChannels setChannelStatuses deleteDisabledChannels repairChannels'),
  ...rows('admin', 'patchChannels undoChannelPatch'),
  ...rows(
    'admin',
    'testChannel recoverChannel reportFalseAlarm testChannels stopTestingChannels channelTestProgress updateChannelBalance updateChannelBalances',
  ),
  ...rows('admin', 'fetchChannelModels probeChannel channelOutlook explainRouting replayRouting'),
  ...rows('admin', 'listLiveCalls stopLiveCall'),
  ...rows('admin', 'listChannelKeys addChannelKeys updateChannelKey deleteChannelKey testChannelKey changeChannelKeys'),
  ...rows('admin', 'manageMultiKey fetchFormModels enabledModels'),
  ...rows(
    'admin',
    'listRedemptions searchRedemptions findRedemptions getRedemption createRedemptions updateRedemption deleteRedemption',
  ),
  ...rows('admin', 'listOrders sumOrders queryOrder refundOrder confirmOrder rejectOrder testStatus'),
  ...rows('admin', 'listDrawings listTasks'),
  ...rows('admin', 'listLogs getLog logStat searchLogs deleteLogs logDeletion exportLogs usageData exportUsage'),
  ...rows('admin', 'logHistogram logFacets'),
  ...rows('admin', 'getMargin exportMargin'),
  ...rows('admin', 'listAlerts openAlerts handleAlert'),
  ...rows('admin', 'importBill listBills getBill deleteBill'),
  // Root; the metrics check by themselves, because a monitoring system has a token of its own
  ...rows(
    'root',
    'listOptions setOption optionHistory undoOption previewContent testDiscovery testMail testService resetModelRatio',
  ),
  ...rows(
    'root',
    'exportConfiguration exportConfigurationFile readConfigurationFile planConfiguration applyConfiguration',
  ),
  ...rows('root', 'getPriceSync savePriceSync checkPriceLists applyPriceSync undoPriceSync lockPrice'),
  ...rows('root', 'getAlertSetup createAlertRule updateAlertRule deleteAlertRule'),
  ...rows('root', 'createAlertSink updateAlertSink deleteAlertSink testAlertSink'),
  ...rows('root', 'listUnpricedModels getPriceTable savePrices listAudits getSetup recordSetup'),
  ...rows(
    'root',
    'getWatchdog watchdogState startWatchdog repairWatchdog getNodeHealth metrics listEstimates resetEstimates',
  ),
  ...rows('root', 'importState startImport stopImport uploadImport'),
}

/** Endpoints that let anyone in and then check the caller themselves. */
export const CHECKS_ITSELF = ['metrics']

function rows(access: Access, names: string): Record<string, Access> {
  return Object.fromEntries(names.split(' ').map((name) => [name, access]))
}
