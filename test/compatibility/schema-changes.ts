import type { Schema } from "../../server/sites/reference/document.ts"

/** Whether the API takes the value or sends it: what may change differs. */
export type Direction = "taken" | "sent"

interface Limits extends Schema {
  format?: string
}

/** Says what a program written for `before` would stumble over in `after`. */
export function schemaBreaks(before: Limits, after: Limits, at: string, direction: Direction): string[] {
  const [old, now] = [alternativesOf(before), alternativesOf(after)]
  const types = (all: readonly Limits[]) => all.map(({ type }) => String(type))
  const lost = types(old).filter((type) => !types(now).includes(type))
  const added = types(now).filter((type) => !types(old).includes(type))
  return [
    ...(direction === "taken" ? lost : []).map((type) => `${at}: no longer takes ${type}`),
    ...(direction === "sent" ? added : []).map((type) => `${at}: can now be ${type}`),
    ...old.flatMap((one, index) => {
      const same = now.filter(({ type }) => type === one.type)
      // Of several objects, each is compared with the one in its place.
      const other = same[old.slice(0, index).filter(({ type }) => type === one.type).length] ?? same[0]
      return other ? alternativeBreaks(one, other, at, direction) : []
    }),
  ]
}

function alternativesOf(schema: Limits): readonly Limits[] {
  const parts = schema.oneOf ?? schema.anyOf
  return parts ? parts.flatMap((part) => alternativesOf(part)) : [schema]
}

function alternativeBreaks(before: Limits, after: Limits, at: string, direction: Direction): string[] {
  return [
    ...valueBreaks(before, after, at, direction),
    ...(direction === "taken" ? limitBreaks(before, after, at) : []),
    ...propertyBreaks(before, after, at, direction),
    ...(before.items ? schemaBreaks(before.items, after.items ?? {}, `${at}[]`, direction) : []),
    ...(typeof before.additionalProperties === "object"
      ? schemaBreaks(before.additionalProperties, additionalOf(after), `${at}.*`, direction)
      : []),
  ]
}

const additionalOf = ({ additionalProperties }: Limits) =>
  typeof additionalProperties === "object" ? additionalProperties : {}

function valueBreaks(before: Limits, after: Limits, at: string, direction: Direction): string[] {
  const valuesOf = (schema: Limits): unknown[] | undefined =>
    schema.enum ?? schema["x-extensible-enum"] ?? (schema.const === undefined ? undefined : [schema.const])
  const [old, now] = [valuesOf(before), valuesOf(after)]
  const lost = old?.filter((value) => now && !now.includes(value)) ?? []
  const isClosed = before.enum !== undefined || before.const !== undefined
  const added = isClosed ? (now ?? []).filter((value) => !old?.includes(value)) : []
  const [first, then] = direction === "taken" ? [after, before] : [before, after]
  return [
    ...lost.map((value) => `${at}: no longer ${JSON.stringify(value)}`),
    ...(direction === "sent" ? added : []).map((value) => `${at}: can now be ${JSON.stringify(value)}`),
    ...(direction === "taken" && !old && now ? [`${at}: takes only some values`] : []),
    ...(direction === "sent" && isClosed && !now ? [`${at}: can now be any value`] : []),
    ...(first.format && first.format !== then.format ? [`${at}: another format`] : []),
  ]
}

function limitBreaks(before: Limits, after: Limits, at: string): string[] {
  const narrowed = Object.entries(after).filter(([name, limit]) => {
    const old: unknown = Object.entries(before).find(([one]) => one === name)?.[1]
    if (name === "pattern") return old !== limit
    if (/^max/.test(name)) return Number(limit) < Number(old ?? Number.POSITIVE_INFINITY)
    return /^min/.test(name) && Number(limit) > Number(old ?? Number.NEGATIVE_INFINITY)
  })
  return narrowed.map(([name]) => `${at}: narrower ${name}`)
}

function propertyBreaks(before: Limits, after: Limits, at: string, direction: Direction): string[] {
  const [old, now] = [before.properties ?? {}, after.properties ?? {}]
  const [must, must_now] = [before.required ?? [], after.required ?? []]
  const gone = direction === "sent" ? must.filter((name) => now[name] && !must_now.includes(name)) : []
  const demanded = direction === "taken" ? must_now.filter((name) => !must.includes(name)) : []
  return [
    ...gone.map((name) => `${at}.${name}: no longer always there`),
    ...demanded.map((name) => `${at}.${name}: now required`),
    ...Object.entries(old).flatMap(([name, schema]) => {
      const other = now[name]
      return other ? schemaBreaks(schema, other, `${at}.${name}`, direction) : [`${at}.${name}: gone`]
    }),
  ]
}
