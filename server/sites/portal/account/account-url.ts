export const accountUrl = "/portal/account"

/** The URL of an account page named by a form. Never a URL elsewhere. */
export function accountPageUrl(to = ""): string {
  return /^[a-z-]+(\/[\w-]+)*$/.test(to) ? `${accountUrl}/${to}` : accountUrl
}
