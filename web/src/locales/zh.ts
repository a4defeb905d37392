import common from './zh/common.json'
import login from './zh/login.json'
import shell from './zh/shell.json'

/** The texts of the frame and of the login page, in one file: every visitor needs them. */
export const firstTexts = { common, login, shell }
