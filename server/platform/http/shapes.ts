// Shapes that every noun's schema is built from. Pure: TypeBox only.
import Type, { type Static, type TProperties, type TSchema } from "typebox"

/** The API's page wrapper around one kind of record. */
export function PageOf<Item extends TSchema>(Item: Item, name: string) {
  return Type.Object(
    { ...PageWrapper, results: Type.Array(Item) },
    { additionalProperties: false, title: `${name} page`, description: "One page of the list." },
  )
}

export const PageWrapper = {
  count: Type.Integer({ description: "How many records match, over all pages." }),
  next: Type.Union([Type.String(), Type.Null()], { description: "Absolute address of the next page." }),
  previous: Type.Union([Type.String(), Type.Null()], {
    description: "Absolute address of the previous page.",
  }),
}

/** An object without other members, as every body of the API. */
export function exactly<Properties extends TProperties>(
  properties: Properties,
  options: { title?: string; description?: string; minProperties?: number } = {},
) {
  return Type.Object(properties, { additionalProperties: false, ...options })
}

export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/**
 * One of these values in a response. The document lists them as open, so that a new one breaks no client; tests refuse
 * any other.
 */
export const OneOf = (values: readonly string[], options: { description?: string } = {}) =>
  Type.Unsafe<string>({ type: "string", enum: [...values], ...options })

/** An id in a path. */
export const IdInPath = (prefix: string, description: string) =>
  Type.String({ description, examples: [`${prefix}_0192F0C47B3A7C11A0B1C2D3E4F50607`] })

/** The query parameters of every list. Pages start at 1; a page has at most 200 records. */
export const PageQuery = {
  page: Type.Optional(
    Type.String({ "x-whole-number": { default: 1 }, description: "Page number, from 1.", examples: ["1"] }),
  ),
  page_size: Type.Optional(
    Type.String({
      "x-whole-number": { default: 100 },
      description: "Records a page: 100 unless told otherwise, 1–200; above 200 is treated as 200.",
      examples: ["100"],
    }),
  ),
}

/** A query parameter with several values, separated by commas or each in a parameter of its own. */
export const ListOf = <Item extends TSchema>(
  item: Item,
  options: { description: string; examples: unknown[] },
) => Type.Array(item, { maxItems: 100, ...options })

/** A query parameter that is a time; `timeOf` reads it. */
export const TimeQuery = (description: string) =>
  Type.Optional(Type.String({ format: "date-time", description, examples: ["2026-03-02T10:15:00Z"] }))

/** The time of a parameter that is one. Before 1970 there was nothing to find. */
export function timeOf(text: string): Date {
  // JavaScript knows neither leap seconds nor offsets in hours, and PostgreSQL neither year 0 nor year 10000.
  const plain = text
    .replace(":60", ":59")
    .replace(/[+-]\d\d$/, "$&:00")
    .replace(/\s/, "T")
  const ms = Date.parse(plain.toUpperCase())
  return new Date(Math.min(Math.max(ms, 0), latest_ms))
}

const latest_ms = Date.parse("9999-01-01T00:00:00Z")

/** The query parameter of every GET that can show a submission in place of the live records. */
export const SubmissionQuery = {
  submission: Type.Optional(
    Type.String({
      "x-whole-number": {},
      description:
        "Number of a submission, from 1: answers with exactly what was sent then. Without it, the live records.",
      examples: ["1"],
    }),
  ),
}

/** The body of every error response: the members of RFC 9457, plus `code`, `request_id` and, for 400, `errors`. */
export type Problem = Static<typeof Problem>
export const Problem = Type.Object(
  {
    type: Type.String({ description: "Address of a page that explains this code." }),
    title: Type.String({ description: "The status in words." }),
    status: Type.Integer(),
    detail: Type.String({ description: "What is wrong and what to do about it." }),
    code: Type.String({ description: "Stable and machine-readable; one code always has one status." }),
    request_id: Type.String({
      description: "Also in the `Request-Id` header; quote it when you ask for help.",
    }),
    errors: Type.Optional(
      Type.Array(
        Type.Object(
          { param: Type.String(), code: Type.String(), message: Type.String() },
          { additionalProperties: false },
        ),
        { description: "With 400: every fault of the request at once." },
      ),
    ),
  },
  { $id: "Problem", title: "Problem", additionalProperties: false },
)
