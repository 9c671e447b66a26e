// What the oldest supported PostgreSQL could refuse is a statement: it prepares each that the tests have sent.
import pg from "pg"

const preparable = /^\s*(?:select|insert|update|delete|merge|with|values)\b(?!.*pg_temp\.)/is

/**
 * Each statement that PostgreSQL refuses to prepare, with its reason. What can't be prepared, such as `set`, or is of
 * another connection, is left out.
 */
export async function listRefused(
  statements: readonly string[],
  connectionString: string,
): Promise<string[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const refused: string[] = []
  for (const statement of statements.filter((text) => preparable.test(text))) {
    const prepared = client.query(`prepare tried as ${statement}`)
    const reason = await prepared.then(
      () => undefined,
      ({ message }: Error) => message,
    )
    if (reason) refused.push(`${reason}\n${statement}`)
    else await client.query("deallocate tried")
  }
  await client.end()
  return refused
}
