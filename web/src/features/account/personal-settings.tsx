/** The reader's own profile and account. */
export function PersonalSettings() {
  return null
}
