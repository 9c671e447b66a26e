import { readLines } from "./row-files.ts"

export interface ListedFile {
  key: string
  /** Of the encrypted bytes; null where the store did not have the file when the backup was made. */
  stored: { size: number; sha256: string } | null
  /** Opens the file under the master key; null for files of matters deleted by an older version, whose sealed rows have it. */
  wrapped_key: string | null
  /** SHA-256 of the content, where the database knows it. */
  sha256: string | null
}

export const fileListName = "files.jsonl"

export async function* readFileList(path: string): AsyncGenerator<ListedFile> {
  for await (const line of readLines(path)) yield JSON.parse(line) as ListedFile
}

export function formatListed(file: ListedFile): string {
  return `${JSON.stringify(file)}\n`
}
