// Where apps find this service, and what they call it.

/** The consent page. */
export const consentPath = "/console/connect"
export const resourcePath = "/.well-known/oauth-protected-resource"

/** What a refused request without a token answers in `WWW-Authenticate` (RFC 9728 §5.1). */
export function challengeFor(base_url: string, path: string): string {
  return `Bearer resource_metadata="${base_url}${resourcePath}${path}"`
}

/** Whether a token for `resource` is one for this service (RFC 8707); without one, it is. */
export function isOwnResource(base_url: string, resource: string): boolean {
  return ["", base_url, `${base_url}/mcp`].includes(resource.replace(/\/$/, ""))
}
