import swagger from "@fastify/swagger"
import type { App } from "./app.ts"
import { type ApiDescription, completeDocument } from "./openapi-parts.ts"

/** Collects every route registered afterward that requires a scope into an OpenAPI 3.1 document. */
export async function describeApi(app: App, description: ApiDescription): Promise<void> {
  const { title, version, tags } = description
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title,
        version,
        description: description.description,
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      },
      servers: [{ url: app.base_url }],
      tags,
      security: [{ token: [] }],
      components: {
        securitySchemes: {
          token: {
            type: "apiKey",
            in: "header",
            name: "Authorization",
            description:
              "`Token <API_TOKEN>`: the word Token, a space, and the key. `Bearer <API_TOKEN>` is accepted too.",
          },
        },
      },
    },
    refResolver: { buildLocalReference: (schema, _, __, index) => String(schema.$id ?? `schema-${index}`) },
    transform: ({ schema, url, route }) => {
      const scopes = [route.config?.scope ?? []].flat()
      const quoted = scopes.map((scope) => `\`${scope}\``).join(" and ")
      const text = `${schema?.description ?? ""} Needs the ${scopes.length > 1 ? "scopes" : "scope"} ${quoted}.`
      return {
        schema: {
          ...schema,
          description: text,
          security: [{ token: scopes }],
          hide: schema?.hide === true || scopes.length === 0 || route.method === "HEAD",
        },
        url,
      }
    },
    transformObject: (given) =>
      "openapiObject" in given
        ? (completeDocument(given.openapiObject as object, description) as typeof given.openapiObject)
        : given.swaggerObject,
  })
}
