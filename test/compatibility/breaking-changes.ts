import {
  type Document,
  listOperations,
  listWebhooks,
  type Operation,
} from "../../server/sites/reference/document.ts"
import { schemaBreaks } from "./schema-changes.ts"

/** Says what a program written for the document `before` would stumble over in `after`. */
export function breakingChanges(before: Document, after: Document): string[] {
  return [
    ...pairs(
      listOperations(before),
      listOperations(after),
      ({ method, path }) => `${method} ${path}`,
      operationBreaks,
    ),
    ...pairs(
      listWebhooks(before),
      listWebhooks(after),
      ({ type }) => type,
      (old, now) => [
        ...pairs(
          old.headers,
          now.headers,
          ({ name }) => `${old.type} ${name}`,
          () => [],
        ),
        ...schemaBreaks(old.schema, now.schema, old.type, "sent"),
      ],
    ),
  ]
}

/** Compares each with the one of its name. */
function pairs<Item>(
  before: readonly Item[],
  after: readonly Item[],
  nameOf: (item: Item) => string,
  compare: (old: Item, now: Item) => string[],
): string[] {
  const now = new Map(after.map((item) => [nameOf(item), item]))
  return before.flatMap((old) => {
    const other = now.get(nameOf(old))
    return other ? compare(old, other) : [`${nameOf(old)}: gone`]
  })
}

function operationBreaks(old: Operation, now: Operation): string[] {
  const { id } = old
  return [
    ...(now.id === id ? [] : [`${id}: another operationId`]),
    ...now.scopes.filter((scope) => !old.scopes.includes(scope)).map((scope) => `${id}: needs ${scope}`),
    ...pairs(
      old.parameters,
      now.parameters,
      (one) => `${id} ${one.in} ${one.name}`,
      (before, after) => schemaBreaks(before.schema, after.schema, `${id} ${before.name}`, "taken"),
    ),
    ...now.parameters
      .filter(
        (one) => one.required && !old.parameters.some(({ name, required }) => name === one.name && required),
      )
      .map(({ name }) => `${id} ${name}: now required`),
    ...(now.body && !old.body ? [`${id}: needs a body`] : []),
    ...(old.body ? schemaBreaks(old.body.schema, now.body?.schema ?? {}, `${id} body`, "taken") : []),
    ...(now.success.status === old.success.status ? [] : [`${id}: another status`]),
    ...(now.success.file === old.success.file ? [] : [`${id}: another type of file`]),
    ...schemaBreaks(old.success.schema, now.success.schema, id, "sent"),
  ]
}
