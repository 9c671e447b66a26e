export const account_home = "/portal/account"

/** The address of the page of the account that a form names; never one elsewhere. */
export function accountPage(to = ""): string {
  return /^[a-z-]+(\/[\w-]+)*$/.test(to) ? `${account_home}/${to}` : account_home
}
