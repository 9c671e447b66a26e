// Every setting once, which makes this file long: its name in the environment, what it means, what it is when nobody sets it.
// `docs/configuration.md` is generated from this file. Only service.ts and commands/ read it.
import { resolve } from "node:path"
import {
  adminDatabases,
  byteCount,
  contactAddress,
  databaseAddress,
  hosts,
  keyPrefix,
  moreDatabases,
  oneOf,
  onOrOff,
  optional,
  scannerAddress,
  setting,
  text,
  webAddress,
  wholeNumber,
} from "./config-values.ts"

export const settings = {
  environment: setting(
    "NODE_ENV",
    "development",
    oneOf("development", "production", "test"),
    "In production the demo is not loaded, webhooks go to public https addresses only, and metrics stay off the public port.",
  ),
  port: setting("PORT", "8080", wholeNumber(0, 65_535), "Port to serve on; 0 takes a free one."),
  host: setting("HOST", "127.0.0.1", text, "Address to listen on; 0.0.0.0 for all of the machine's."),
  data_dir: setting(
    "FOYER_DATA",
    "data",
    (value) => resolve(value),
    "Folder of the embedded database, uploaded files and the master key.",
  ),
  database_url: setting(
    "DATABASE_URL",
    "",
    databaseAddress,
    "A PostgreSQL (15 or later) of one's own, as postgres://user:password@host/database, or a pooler before it; of a primary and its replicas all, as host:5432,other:5432; the user must own the database, and be allowed to create roles. Unset: the embedded one.",
  ),
  direct_database_url: setting(
    "FOYER_DIRECT_DATABASE_URL",
    "",
    databaseAddress,
    "The same database past the pooler, where DATABASE_URL leads to one that shares connections between transactions: for background work and migrations.",
  ),
  more_databases: setting(
    "FOYER_MORE_DATABASES",
    "",
    moreDatabases,
    "More PostgreSQL servers beside that of DATABASE_URL, each with whole firms, as west=postgres://user:password@host/database, divided by spaces; one that is gone for good as west=gone.",
  ),
  admin_databases: setting(
    "FOYER_ADMIN_DATABASES",
    "",
    adminDatabases,
    "For `foyer firm move` alone: addresses of an administrator of both servers, by name, as first=postgres://postgres:password@host/database west=…; the server that takes the firm must reach the other by it.",
  ),
  database_connections: setting(
    "FOYER_DATABASE_CONNECTIONS",
    "10",
    wholeNumber(2, 200),
    "Connections each server process opens to the database at most.",
  ),
  base_url: setting(
    "FOYER_BASE_URL",
    "",
    webAddress,
    "Where browsers and integrators reach this service, as https://intake.example.com. Unset: http://HOST:PORT.",
  ),
  trust_proxy: setting(
    "FOYER_TRUST_PROXY",
    "",
    optional,
    "Addresses of reverse proxies, comma-separated, whose X-Forwarded-For is believed.",
  ),
  api_rate_limit: setting(
    "FOYER_API_RATE_LIMIT",
    "3000",
    wholeNumber(0, 10_000_000),
    "Requests a minute that one API key may send to one server process; 0: no limit.",
  ),
  failure_rate_limit: setting(
    "FOYER_FAILURE_RATE_LIMIT",
    "600",
    wholeNumber(0, 10_000_000),
    "Wrong API keys, invitations, set-up and download links a minute that one network may send to one server process; 0: no limit. Behind a proxy set FOYER_TRUST_PROXY, or all the world is one network.",
  ),
  drain_s: setting(
    "FOYER_DRAIN_SECONDS",
    "",
    (value) => (value ? wholeNumber(0, 300)(value) : undefined),
    "Seconds a server that was told to end serves on while it says that it is not ready, so that load balancers go elsewhere. Unset: 5 in production, else 0.",
  ),
  security_contact: setting(
    "FOYER_SECURITY_CONTACT",
    "",
    contactAddress,
    "Who to tell about a security fault: an email or https address, shown at /.well-known/security.txt. Unset: no such page.",
  ),
  workers: setting(
    "WORKERS",
    "1",
    wholeNumber(1, 64),
    "Server processes; more than one pays on machines with more than two cores beside the database.",
  ),
  master_keys: setting(
    "FOYER_MASTER_KEYS",
    "",
    optional,
    "Keys that encrypt stored secrets and files, as id:base64 pairs, comma-separated, the same on every machine. Unset: master.key in the data folder.",
  ),
  log_level: setting(
    "FOYER_LOG_LEVEL",
    "info",
    oneOf("trace", "debug", "info", "warn", "error", "silent"),
    "How much is logged.",
  ),
  metrics_port: setting(
    "FOYER_METRICS_PORT",
    "",
    (value) => (value ? wholeNumber(0, 65_535)(value) : undefined),
    "Port for GET /metrics, /health/live and /health/ready, of `foyer work` too. Unset: on the public port outside production, nowhere in production.",
  ),
  metrics_host: setting(
    "FOYER_METRICS_HOST",
    "127.0.0.1",
    text,
    "Address of that port; only where a private network leads to it should it be another than this machine's own.",
  ),
  otlp_endpoint: setting(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "",
    optional,
    "Collector that traces go to, by OTLP over HTTP, as http://127.0.0.1:4318; OpenTelemetry's other variables hold too. Unset: no traces.",
  ),
  oidc_issuer: setting(
    "FOYER_OIDC_ISSUER",
    "",
    optional,
    "Address of an identity provider (OpenID Connect) through which staff may sign in. It must say that an email address is verified; send it back to FOYER_BASE_URL/console/single-sign-on/callback. Unset: passwords only.",
  ),
  oidc_client_id: setting("FOYER_OIDC_CLIENT_ID", "", optional, "Foyer's name at that provider."),
  oidc_client_secret: setting("FOYER_OIDC_CLIENT_SECRET", "", optional, "Foyer's secret at that provider."),
  oidc_name: setting(
    "FOYER_OIDC_NAME",
    "single sign-on",
    text,
    "What staff call that provider: the button reads “Sign in with …”.",
  ),
  oidc_only: setting(
    "FOYER_OIDC_ONLY",
    "off",
    onOrOff,
    "on: staff sign in through that provider alone; no password or passkey opens the console, and two-factor authentication is the provider's matter. `foyer staff emergency-link` lets one person in when the provider is down.",
  ),
  smtp_url: setting(
    "FOYER_SMTP_URL",
    "",
    optional,
    "Mail server as smtps://user:password@host:465. Unset: emails wait in the console's outbox.",
  ),
  mail_from: setting("FOYER_MAIL_FROM", "Foyer <foyer@localhost>", text, "Sender of all email."),
  s3_bucket: setting(
    "FOYER_S3_BUCKET",
    "",
    optional,
    "Bucket of an S3-compatible store for uploaded files. Unset: files/ in the data folder.",
  ),
  s3_prefix: setting(
    "FOYER_S3_PREFIX",
    "",
    keyPrefix,
    "What leads the name of every object, as production; installations that share a bucket must differ in it.",
  ),
  matter_storage: setting(
    "FOYER_MATTER_STORAGE",
    "10GB",
    byteCount,
    "How much the files of one matter may come to, as 500MB or 10GB; none: no limit.",
  ),
  firm_storage: setting(
    "FOYER_FIRM_STORAGE",
    "none",
    byteCount,
    "How much all files of one firm may come to, as 50GB; none: no limit.",
  ),
  clamav: setting(
    "FOYER_CLAMAV",
    "",
    scannerAddress,
    "ClamAV's daemon (clamd), which then scans every file that is uploaded, as host:3310 or the path of its socket. Unset: files are not scanned.",
  ),
  s3_endpoint: setting("FOYER_S3_ENDPOINT", "", optional, "Address of that store when it is not Amazon's."),
  s3_region: setting(
    "FOYER_S3_REGION",
    "us-east-1",
    text,
    "Region of that store. Credentials come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, else from a profile, a web identity or the role of the machine, as Amazon's own tools find them.",
  ),
  backup_max_age_days: setting(
    "FOYER_BACKUP_MAX_AGE_DAYS",
    "2",
    wholeNumber(0, 400),
    "Days after which `foyer doctor` and the System page call the last backup old, in production; 0 where backups are made by other means.",
  ),
  webhook_allowed_hosts: setting(
    "FOYER_WEBHOOK_ALLOWED_HOSTS",
    "",
    hosts,
    "Host names, addresses or CIDR ranges, comma-separated, that webhooks may reach although they are private or speak plain http. Outside production loopback is always among them.",
  ),
} as const

export type Config = { readonly [Name in keyof typeof settings]: ReturnType<(typeof settings)[Name]["read"]> }

/** Passwords and keys stand in these: a faulty one is named, not shown. */
const holds_secrets = /DATABASE_URL|_DATABASES|SMTP_URL|MASTER_KEYS/

/** Reads all settings; throws one error that names every faulty variable and what it should be. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const faults: string[] = []
  const values = Object.entries(settings).map(([key, { name, fallback, read }]) => {
    try {
      return [key, read(environment[name] ?? fallback)]
    } catch (error) {
      const told = holds_secrets.test(name) ? "" : `; it is "${environment[name]}"`
      faults.push(`${name} ${(error as Error).message}${told}.`)
      return [key, undefined]
    }
  })
  const config = Object.fromEntries(values) as Config
  if (config.oidc_only && !config.oidc_issuer)
    faults.push("FOYER_OIDC_ONLY needs FOYER_OIDC_ISSUER: without a provider no one could sign in.")
  if (faults.length > 0) throw new Error(`Settings need attention:\n  ${faults.join("\n  ")}`)
  return config
}
