import type alerts from '../locales/zh/alerts.json'
import type audits from '../locales/zh/audits.json'
import type batch from '../locales/zh/batch.json'
import type channels from '../locales/zh/channels.json'
import type chat from '../locales/zh/chat.json'
import type common from '../locales/zh/common.json'
import type configuration from '../locales/zh/configuration.json'
import type dashboard from '../locales/zh/dashboard.json'
import type docs from '../locales/zh/docs.json'
import type drawing from '../locales/zh/drawing.json'
import type editor from '../locales/zh/editor.json'
import type entry from '../locales/zh/entry.json'
import type filters from '../locales/zh/filters.json'
import type form from '../locales/zh/form.json'
import type health from '../locales/zh/health.json'
import type home from '../locales/zh/home.json'
import type keys from '../locales/zh/keys.json'
import type limits from '../locales/zh/limits.json'
import type login from '../locales/zh/login.json'
import type logs from '../locales/zh/logs.json'
import type margin from '../locales/zh/margin.json'
import type models from '../locales/zh/models.json'
import type moveIn from '../locales/zh/moveIn.json'
import type operations from '../locales/zh/operations.json'
import type options from '../locales/zh/options.json'
import type orders from '../locales/zh/orders.json'
import type palette from '../locales/zh/palette.json'
import type password from '../locales/zh/password.json'
import type personal from '../locales/zh/personal.json'
import type playground from '../locales/zh/playground.json'
import type priceSync from '../locales/zh/priceSync.json'
import type prices from '../locales/zh/prices.json'
import type pricing from '../locales/zh/pricing.json'
import type probe from '../locales/zh/probe.json'
import type receipts from '../locales/zh/receipts.json'
import type redemption from '../locales/zh/redemption.json'
import type routing from '../locales/zh/routing.json'
import type settings from '../locales/zh/settings.json'
import type setup from '../locales/zh/setup.json'
import type shell from '../locales/zh/shell.json'
import type snippets from '../locales/zh/snippets.json'
import type status from '../locales/zh/status.json'
import type table from '../locales/zh/table.json'
import type tasks from '../locales/zh/tasks.json'
import type tokens from '../locales/zh/tokens.json'
import type users from '../locales/zh/users.json'
import type wallet from '../locales/zh/wallet.json'
import type { GatewayTexts } from './gateway-texts.ts'

// The Chinese catalogues define the type of every key. A new namespace adds its two lines here.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      alerts: typeof alerts
      audits: typeof audits
      batch: typeof batch
      channels: typeof channels
      chat: typeof chat
      common: typeof common
      configuration: typeof configuration
      dashboard: typeof dashboard
      docs: typeof docs
      drawing: typeof drawing
      editor: typeof editor
      entry: typeof entry
      filters: typeof filters
      form: typeof form
      health: typeof health
      home: typeof home
      keys: typeof keys
      limits: typeof limits
      login: typeof login
      logs: typeof logs
      margin: typeof margin
      routing: typeof routing
      models: typeof models
      moveIn: typeof moveIn
      status: typeof status
      playground: typeof playground
      orders: typeof orders
      palette: typeof palette
      password: typeof password
      personal: typeof personal
      operations: typeof operations
      options: typeof options & GatewayTexts
      probe: typeof probe
      settings: typeof settings
      setup: typeof setup
      priceSync: typeof priceSync
      prices: typeof prices
      pricing: typeof pricing
      probe: typeof probe
      receipts: typeof receipts
      redemption: typeof redemption
      shell: typeof shell
      snippets: typeof snippets
      table: typeof table
      tasks: typeof tasks
      tokens: typeof tokens
      users: typeof users
      wallet: typeof wallet
    }
  }
}
