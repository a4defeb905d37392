import type { ConfigurationDocument } from '#contract/configuration/document.ts'
import { isSecretReference } from '#contract/configuration/references.ts'
import { OPTION_SECTIONS, type OptionSection, optionsOf, sectionOf } from '#contract/configuration/sections.ts'
import { isRecord } from '#contract/is-record.ts'
import { isOptionKey, type OptionKey, type OptionValues, options } from '#contract/options.ts'
import { PRICE_OPTIONS } from '#contract/prices/dollar-prices.ts'
import { parseOption } from '../../platform/options/parse-option.ts'
import { checkLimitedGroups, checkSwitch } from '../../site/settings/option-rules.ts'
import { changeOption, lockStoredText, normalizeText } from '../../site/settings/save.ts'
import { applyOidcProviders } from './oidc-part.ts'
import { isMapOption, isSecretOption, toDocumentValue, toOptionText } from './option-values.ts'
import { addProblem, attempt, keepSecret, type Run, recordChange, recordDifferences, recordSecret } from './run.ts'

/** Always in one order, which is that of saved prices, so that two changes do not wait for each other's rows. */
const LOCK_ORDER = [...PRICE_OPTIONS, ...Object.keys(options).filter(isOptionKey)]

interface Wanted {
  section: OptionSection
  /** undefined = the default. */
  given: unknown
}

/** Changes the options of a document and returns the values of all options afterwards. */
export async function applyOptionSections(run: Run, document: ConfigurationDocument): Promise<OptionValues> {
  const wanted = wantedOptions(run, document)
  // Channels name groups: the list is locked in any case, which makes one document wait for another as well.
  await lockStoredText(run.trx, 'GroupRatio')
  const values: Record<string, unknown> = { ...run.services.options.values }
  const changed: [OptionKey, string][] = []
  for (const key of new Set(LOCK_ORDER)) {
    const found = wanted.get(key)
    if (!found) continue
    const path = [found.section, key]
    await attempt(run, path, async () => {
      const text = await applyOption(run, key, path, found.given)
      if (text === undefined) return
      values[key] = parseOption(key, text)
      changed.push([key, text])
    })
  }
  for (const [key, text] of changed) {
    await attempt(run, [sectionOf(key), key], async () => {
      checkSwitch(key, text, values as OptionValues)
      if (key === 'GroupLimits')
        checkLimitedGroups(Object(values.GroupLimits), {
          ...run.services.options.values,
          GroupRatio: (values as OptionValues).GroupRatio,
        })
    })
  }
  return values as OptionValues
}

/** Writes one option, if it changes, and returns its new text. */
async function applyOption(run: Run, key: OptionKey, path: string[], given: unknown): Promise<string | undefined> {
  if (key === 'OIDCProviders') return applyOidcProviders(run, path, given)
  const { trx, services } = run
  const stored = await lockStoredText(trx, key)
  const before = isSecretOption(key) && stored ? services.vault.decrypt(stored) : stored
  if (isSecretReference(given)) {
    keepSecret(run, path, given.$env, before !== '')
    return undefined
  }
  const after = given === undefined ? options[key].default : normalizeText(key, textOf(run, key, before, given))
  const [from, to] = [toDocumentValue(key, before), toDocumentValue(key, after)]
  const isNew = isSecretOption(key)
    ? recordSecret(run, path, before, after)
    : isRecord(from) && isRecord(to)
      ? recordDifferences(run, path, from, to).length > 0
      : recordChange(run, path, from, to)
  if (!isNew) return undefined
  await changeOption(trx, services, key, after)
  return after
}

/** Entries of a map that the document does not have stay, unless it is to be pruned. */
function textOf(run: Run, key: OptionKey, before: string, given: unknown): string {
  const stored = toDocumentValue(key, before)
  const merged = isMapOption(key) && isRecord(given) && isRecord(stored) && !run.prune ? { ...stored, ...given } : given
  return toOptionText(key, merged)
}

function wantedOptions(run: Run, document: ConfigurationDocument): Map<OptionKey, Wanted> {
  const wanted = new Map<OptionKey, Wanted>()
  for (const section of OPTION_SECTIONS) {
    const given = document[section]
    if (!given) continue
    if (run.prune) for (const key of optionsOf(section)) wanted.set(key, { section, given: undefined })
    for (const [key, value] of Object.entries(given)) {
      if (!isOptionKey(key)) addProblem(run, [section, key], 'option_unknown', { key })
      else if (sectionOf(key) !== section) {
        addProblem(run, [section, key], 'configuration_section', { name: key, section: sectionOf(key) })
      } else wanted.set(key, { section, given: value })
    }
  }
  return wanted
}
