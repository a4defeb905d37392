import {
  type GatewayOptionKey,
  type GatewaySection,
  gatewaySpec,
  PAYMENT_GATEWAYS,
} from '#contract/payment-gateways.ts'
import type { Language } from './language.ts'

/** The texts of the gateways' options and sections, in the shape of locales/<language>/options.json. */
export interface GatewayTexts {
  option: Record<GatewayOptionKey, { label: string; hint: string }>
  section: { system: Record<GatewaySection, { title: string; hint: string }> }
}

interface Catalogue {
  option: object
  section: { system: object }
}

/** Adds the texts of the payment gateways, which stand with their data, to the catalogue of the options. */
export function addGatewayTexts<C extends Catalogue>(catalogue: C, language: Language): C & GatewayTexts {
  const specs = PAYMENT_GATEWAYS.map(gatewaySpec)
  const options = specs.flatMap((gateway) =>
    Object.entries(gateway.options).map(([key, { label, hint }]) => [
      key,
      { label: label[language], hint: hint[language] },
    ]),
  )
  const sections = specs.flatMap(({ section, sectionWords: words }) =>
    words ? [[section, { title: words.title[language], hint: words.hint[language] }]] : [],
  )
  return {
    ...catalogue,
    option: { ...catalogue.option, ...Object.fromEntries(options) },
    section: { ...catalogue.section, system: { ...catalogue.section.system, ...Object.fromEntries(sections) } },
  }
}
