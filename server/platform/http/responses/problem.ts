import Type from "typebox"
import { Failure, type FailureKind, type Fault } from "../../errors.ts"
import type { Problem } from "../shapes.ts"

const statuses: Record<FailureKind, number> = {
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  precondition: 412,
  too_large: 413,
  unsupported_media: 415,
  unprocessable: 422,
  too_many: 429,
  unavailable: 503,
  damaged: 500,
}

const titles: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  409: "Conflict",
  412: "Precondition Failed",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  416: "Range Not Satisfiable",
  417: "Expectation Failed",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  500: "Internal Server Error",
  503: "Service Unavailable",
  507: "Insufficient Storage",
}

export interface ErrorResponse {
  status: number
  code: string
  detail: string
  errors?: readonly Fault[]
  retry_after_s?: number
}

/** The one mapping from failures to statuses. Anything unforeseen is a 500 that reveals nothing. */
export function responseTo(error: unknown): ErrorResponse {
  if (error instanceof Failure) {
    return {
      status: statuses[error.kind],
      code: error.code,
      detail: error.message,
      errors: error.errors,
      retry_after_s: error.retry_after_s,
    }
  }
  const code = (error as { code?: string } | null)?.code
  switch (code) {
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return {
        status: 415,
        code: "unsupported_media_type",
        detail: "Send the body as JSON, with the header Content-Type: application/json.",
      }
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return {
        status: 413,
        code: "body_too_large",
        detail: "The body is larger than this address accepts (1 MB for JSON). Send less.",
      }
    case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
      return {
        status: 400,
        code: "incomplete_body",
        detail: "The body's length is not what Content-Length says. Send the whole body.",
      }
    // PostgreSQL's disk, or the file store's.
    case "53100":
    case "ENOSPC":
    case "EDQUOT":
      return {
        status: 507,
        code: "storage_full",
        detail:
          "There is no room left to store anything. Nothing was changed. Try again after the administrator of this service has freed space.",
      }
    default:
      return (
        frameworkRefusal(error) ?? {
          status: 500,
          code: "internal_error",
          detail:
            "Something went wrong on our side. Nothing was changed. Try again, and quote the request id if it stays.",
        }
      )
  }
}

/**
 * Errors that Fastify and its plug-ins raise before a route runs. Only theirs: a status that a library got from elsewhere
 * is not the status of our response.
 */
function frameworkRefusal(error: unknown): ErrorResponse | undefined {
  const { code, statusCode = 500, status, expose } = (error ?? {}) as FrameworkError
  const isTheirs = code?.startsWith("FST_") || (typeof expose === "boolean" && status === statusCode)
  if (!isTheirs || statusCode < 400 || statusCode > 499) return undefined
  return refusals[statusCode] ?? unreadableRequest
}

/** Created by Fastify, or by the package http-errors. */
interface FrameworkError {
  code?: string
  statusCode?: number
  status?: number
  expose?: boolean
}

const unreadable = "The request cannot be read. Send it with an HTTP library, as the documentation describes."
const unreadableRequest: ErrorResponse = {
  status: 400,
  code: "bad_request",
  detail: unreadable,
  errors: [{ param: "request", code: "malformed", message: unreadable }],
}

const nothingThere: ErrorResponse = {
  status: 404,
  code: "not_found",
  detail: "There is nothing at this address.",
}

const refusals: Record<number, ErrorResponse | undefined> = {
  // A path that leads out of the folder of files.
  403: nothingThere,
  404: nothingThere,
  412: {
    status: 412,
    code: "precondition_failed",
    detail: "What stands here is not what the request's conditions ask for.",
  },
  413: {
    status: 413,
    code: "body_too_large",
    detail: "The body is larger than this address accepts. Send less.",
  },
  415: {
    status: 415,
    code: "unsupported_media_type",
    detail: "The body has another type than this address takes.",
  },
  416: {
    status: 416,
    code: "range_not_satisfiable",
    detail: "The file ends before the range that was asked for.",
  },
}

/** The body of an error response. */
export function problemOf(response: ErrorResponse, request_id: string, base_url: string): Problem {
  return {
    type: `${base_url}/docs#error-${response.code}`,
    title: titles[response.status] ?? "Error",
    status: response.status,
    detail: response.detail,
    code: response.code,
    request_id,
    ...(response.errors ? { errors: [...response.errors] } : {}),
  }
}

const meanings: Record<number, string> = {
  400: "The request has faults; `errors` lists every one.",
  401: "No key, or one that is malformed, unknown, expired or revoked.",
  403: "The key lacks the scope this needs, or the firm is suspended.",
  404: "No such record in your firm, or a page past the end.",
  409: "The state of the record does not allow this, or a request with the same idempotency key is still running.",
  412: "The record is no longer the one that `If-Match` names.",
  413: "The body is larger than 1 MB.",
  415: "The body is not sent as `application/json`.",
  422: "The idempotency key was used with another body.",
  429: "Too many requests; see `Retry-After`.",
  500: "Our fault; nothing was changed. Quote the `request_id`.",
  503: "The database is temporarily unavailable, or the request took too long; see `Retry-After`.",
  507: "There is no room left to store anything; nothing was changed.",
}

/** Error responses for a route's `response` schema: what every route can return, and these statuses. */
export function problems(...statuses: readonly (keyof typeof meanings)[]) {
  const all = [...new Set([401, 403, 429, 500, 503, ...statuses])].sort()
  return Object.fromEntries(
    all.map((status) => [status, Type.Ref("Problem", { description: meanings[status] })]),
  )
}
