/**
 * When the clock starts in tests of what removes old things of all firms at once: everything that other tests have in the
 * shared database is younger, and stays, however far such a test moves its clock ahead. Where it counts what is removed,
 * it needs a database of its own.
 */
export const long_ago = new Date("2001-03-02T09:30:00Z")
