export interface DatabaseError extends Error {
  code?: string
  syscall?: string
  /** Node tries every address of a host; when all fail, only the nested errors give a reason. */
  errors?: DatabaseError[]
}

/** Whether PostgreSQL or the pooler is shutting down, starting, or cannot be reached, or closed the connection. */
export function isDisconnected(error: DatabaseError): boolean {
  const { code = "", message, syscall } = error.errors?.[0] ?? error
  return (
    /^(57P..|08...|ECONN\w+|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/.test(code) ||
    // A socket that is not there, unlike any other file.
    (code === "ENOENT" && syscall === "connect") ||
    /Connection terminated|not queryable|Query read timeout|timeout expired/.test(message)
  )
}
