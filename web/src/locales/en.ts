import common from './en/common.json'
import login from './en/login.json'
import shell from './en/shell.json'

/** The texts of the frame and of the login page, in one file: every visitor needs them. */
export const firstTexts = { common, login, shell }
