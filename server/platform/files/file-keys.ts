/**
 * Throws unless `key` consists of names joined by slashes, each of letters, digits, `_` and `-`. Such a key cannot
 * leave a folder, and means the same in every store.
 */
export function checkFileKey(key: string): void {
  if (key.length > 500 || !/^[A-Za-z0-9_-]{1,100}(\/[A-Za-z0-9_-]{1,100})*$/.test(key)) {
    throw new TypeError(`"${key}" cannot be the key of a file.`)
  }
}
