import type channels from '../locales/zh/channels.json'
import type common from '../locales/zh/common.json'
import type form from '../locales/zh/form.json'
import type home from '../locales/zh/home.json'
import type login from '../locales/zh/login.json'
import type logs from '../locales/zh/logs.json'
import type pricing from '../locales/zh/pricing.json'
import type probe from '../locales/zh/probe.json'
import type redemption from '../locales/zh/redemption.json'
import type shell from '../locales/zh/shell.json'
import type snippets from '../locales/zh/snippets.json'
import type table from '../locales/zh/table.json'
import type tokens from '../locales/zh/tokens.json'

// The Chinese catalogues are the type of every key. A new namespace adds its two lines here.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      channels: typeof channels
      common: typeof common
      form: typeof form
      home: typeof home
      login: typeof login
      logs: typeof logs
      pricing: typeof pricing
      probe: typeof probe
      redemption: typeof redemption
      shell: typeof shell
      snippets: typeof snippets
      table: typeof table
      tokens: typeof tokens
    }
  }
}
