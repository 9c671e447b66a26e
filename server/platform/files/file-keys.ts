/**
 * Throws unless `key` is made of one or more names joined by slashes, each of letters, digits, `_` and `-`: such a
 * key can neither leave a folder nor mean two things in two stores.
 */
export function checkFileKey(key: string): void {
  if (key.length > 500 || !/^[A-Za-z0-9_-]{1,100}(\/[A-Za-z0-9_-]{1,100})*$/.test(key)) {
    throw new TypeError(`"${key}" cannot be the key of a file.`)
  }
}
