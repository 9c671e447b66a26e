/** What a table has under a typed name: `constructor`, which every object has, is no name of it. */
export function ownValue<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

/** Whether a typed name is one of the table's. */
export function isNameIn<Name extends string>(
  table: Readonly<Record<Name, unknown>>,
  name: string,
): name is Name {
  return Object.hasOwn(table, name)
}
