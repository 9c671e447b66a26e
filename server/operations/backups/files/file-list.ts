import { readLines } from "./row-files.ts"

export interface ListedFile {
  key: string
  /** SHA-256 of the encrypted bytes; null if the store did not have the file. */
  stored: { size: number; sha256: string } | null
  /**
   * The file's data key, encrypted with the master key; null for files of matters that an older version deleted, whose
   * sealed rows hold it.
   */
  wrapped_key: string | null
  /** SHA-256 of the content, if the database knows it. */
  sha256: string | null
}

export const fileListName = "files.jsonl"

export async function* readFileList(path: string): AsyncGenerator<ListedFile> {
  for await (const line of readLines(path)) yield JSON.parse(line) as ListedFile
}

export function formatListed(file: ListedFile): string {
  return `${JSON.stringify(file)}\n`
}
