// Every setting, defined once: its environment variable, default, parser and description; long because there are many.
// `docs/configuration.md` is generated from this file. Only commands/ and the composition root read the environment.
import { resolve } from "node:path"
import {
  byteCount,
  contactAddress,
  databaseAddress,
  emailAddress,
  findUnknown,
  hosts,
  keyPrefix,
  mailServerAddress,
  oneOf,
  onOrOff,
  optional,
  proxies,
  scannerAddress,
  sender,
  serviceAddress,
  setting,
  text,
  webAddress,
  wholeNumber,
} from "./config-values.ts"

export const settings = {
  settings_file: setting(
    "FOYER_SETTINGS",
    "",
    optional,
    "File with settings, one NAME=value per line; a value with a # needs quotes. Variables that are set go first.",
  ),
  environment: setting(
    "NODE_ENV",
    "development",
    oneOf("development", "production", "test"),
    "`development`, `production` or `test`. In production, the demo is not loaded, webhooks go only to public https addresses, and metrics stay off the public port.",
  ),
  port: setting("PORT", "8080", wholeNumber(0, 65_535), "Port to listen on; 0 picks a free one."),
  host: setting("HOST", "127.0.0.1", text, "Address to listen on; 0.0.0.0 for every network interface."),
  data_dir: setting(
    "FOYER_DATA",
    "data",
    (value) => resolve(value),
    "Folder for the embedded database, uploaded files and the master key.",
  ),
  database_url: setting(
    "DATABASE_URL",
    "",
    databaseAddress,
    "Your own PostgreSQL database (version 15 or later), or a pooler in front of it, as postgres://user:password@host/database. With replicas, list every server: host:5432,other:5432. The user must own the database and be allowed to create roles. Unset: the embedded database.",
  ),
  direct_database_url: setting(
    "FOYER_DIRECT_DATABASE_URL",
    "",
    databaseAddress,
    "The same database without the pooler, for background work and migrations. Required if DATABASE_URL points to a pooler that shares connections between transactions.",
  ),
  database_connections: setting(
    "FOYER_DATABASE_CONNECTIONS",
    "10",
    wholeNumber(2, 200),
    "Maximum number of database connections per server process.",
  ),
  database_wait_s: setting(
    "FOYER_DATABASE_WAIT_SECONDS",
    "60",
    wholeNumber(0, 3_600),
    "Seconds a server or worker that starts waits for a database or pooler that does not respond yet.",
  ),
  base_url: setting(
    "FOYER_BASE_URL",
    "",
    webAddress,
    "Public address of this service for browsers and integrations, as https://intake.example.com. Unset: http://HOST:PORT.",
  ),
  trust_proxy: setting(
    "FOYER_TRUST_PROXY",
    "",
    proxies,
    "Addresses of the reverse proxies whose X-Forwarded-For header to trust, comma-separated.",
  ),
  api_rate_limit: setting(
    "FOYER_API_RATE_LIMIT",
    "3000",
    wholeNumber(0, 10_000_000),
    "Requests per minute allowed for each API key, per server process. 0: no limit.",
  ),
  failure_rate_limit: setting(
    "FOYER_FAILURE_RATE_LIMIT",
    "600",
    wholeNumber(0, 10_000_000),
    "Requests per minute with a wrong API key, invitation, setup link or download link allowed from each network, counted for all server processes. 0: no limit. Behind a proxy, set FOYER_TRUST_PROXY, or all requests count as one network.",
  ),
  drain_s: setting(
    "FOYER_DRAIN_SECONDS",
    "",
    (value) => (value ? wholeNumber(0, 300)(value) : undefined),
    "Seconds a server that is shutting down keeps serving while it reports that it is not ready, so that load balancers stop sending requests. Unset: 5 in production, otherwise 1.",
  ),
  security_contact: setting(
    "FOYER_SECURITY_CONTACT",
    "",
    contactAddress,
    "Contact for reporting security vulnerabilities, an email or https address, published at /.well-known/security.txt. Unset: the page does not exist.",
  ),
  workers: setting(
    "WORKERS",
    "1",
    wholeNumber(1, 64),
    "Number of server processes. More than one helps if the machine has more than two cores, not counting those the database needs.",
  ),
  master_keys: setting(
    "FOYER_MASTER_KEYS",
    "",
    optional,
    "Keys that encrypt stored secrets and files, as comma-separated id:base64 pairs; the same on every machine. Unset: master.key in the data folder.",
  ),
  log_level: setting(
    "FOYER_LOG_LEVEL",
    "info",
    oneOf("trace", "debug", "info", "warn", "error", "silent"),
    "Least severe log level to write: `trace`, `debug`, `info`, `warn`, `error` or `silent`.",
  ),
  operator_email: setting(
    "FOYER_OPERATOR_EMAIL",
    "",
    emailAddress,
    "Your own address, to which a page of last week in figures goes on Monday mornings: matters, webhooks, emails, files, what `foyer doctor` finds. Needs FOYER_SMTP_URL. Unset: no one gets it.",
  ),
  newest_release: setting(
    "FOYER_NEWEST_RELEASE",
    "",
    optional,
    "File that begins with the number of the newest release and that you keep up to date, such as by a nightly download. `foyer doctor` and the system page then say when there is a newer one. Foyer itself never asks anyone.",
  ),
  metrics_port: setting(
    "FOYER_METRICS_PORT",
    "",
    (value) => (value ? wholeNumber(0, 65_535)(value) : undefined),
    "Port for GET /metrics, /health/live and /health/ready, in `foyer work` as well. Unset: `foyer serve` offers /metrics on the public port outside production, and not at all in production.",
  ),
  metrics_host: setting(
    "FOYER_METRICS_HOST",
    "127.0.0.1",
    text,
    "Address to listen on for FOYER_METRICS_PORT. Use anything but the local machine only on a private network.",
  ),
  otlp_endpoint: setting(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "",
    serviceAddress,
    "Collector for traces (OTLP over HTTP), as http://127.0.0.1:4318. OpenTelemetry's other variables apply too. Unset: no traces.",
  ),
  oidc_issuer: setting(
    "FOYER_OIDC_ISSUER",
    "",
    serviceAddress,
    "Issuer address of an OpenID Connect identity provider for staff to sign in with. The provider must mark email addresses as verified. Register the redirect address FOYER_BASE_URL/console/single-sign-on/callback there. Unset: no single sign-on.",
  ),
  oidc_client_id: setting("FOYER_OIDC_CLIENT_ID", "", optional, "Client ID at the identity provider."),
  oidc_client_secret: setting(
    "FOYER_OIDC_CLIENT_SECRET",
    "",
    optional,
    "Client secret at the identity provider.",
  ),
  oidc_name: setting(
    "FOYER_OIDC_NAME",
    "single sign-on",
    text,
    "Name of the identity provider on the sign-in button: “Sign in with …”.",
  ),
  oidc_only: setting(
    "FOYER_OIDC_ONLY",
    "off",
    onOrOff,
    "`on` or `off`. on: staff sign in only through the identity provider, not with passwords or passkeys, and the provider handles two-factor authentication. `foyer staff emergency-link` lets one person in when the provider is down.",
  ),
  smtp_url: setting(
    "FOYER_SMTP_URL",
    "",
    mailServerAddress,
    "Mail server, as smtps://user:password@host:465. Unset: emails wait in the console's outbox.",
  ),
  mail_from: setting("FOYER_MAIL_FROM", "Foyer <foyer@localhost>", sender, "Sender of every email."),
  s3_bucket: setting(
    "FOYER_S3_BUCKET",
    "",
    optional,
    "S3-compatible bucket for uploaded files. Unset: files/ in the data folder.",
  ),
  s3_prefix: setting(
    "FOYER_S3_PREFIX",
    "",
    keyPrefix,
    "Prefix of every object key, such as production. Installations that share a bucket need different prefixes.",
  ),
  matter_storage: setting(
    "FOYER_MATTER_STORAGE",
    "10GB",
    byteCount,
    "Maximum total size of one matter's files, as 500MB or 10GB. none: no limit.",
  ),
  firm_storage: setting(
    "FOYER_FIRM_STORAGE",
    "none",
    byteCount,
    "Maximum total size of one firm's files, as 50GB. none: no limit.",
  ),
  clamav: setting(
    "FOYER_CLAMAV",
    "",
    scannerAddress,
    "ClamAV daemon (clamd) that scans every uploaded file, as host:3310 or the path of its socket. Unset: files are not scanned.",
  ),
  s3_endpoint: setting("FOYER_S3_ENDPOINT", "", serviceAddress, "Address of the store. Unset: Amazon S3."),
  s3_region: setting(
    "FOYER_S3_REGION",
    "us-east-1",
    text,
    "Region of the bucket. Credentials come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or from a profile, web identity or instance role, as in Amazon's own tools.",
  ),
  backup_max_age_days: setting(
    "FOYER_BACKUP_MAX_AGE_DAYS",
    "2",
    wholeNumber(0, 400),
    "Days after which `foyer doctor` and the System page report the last backup as too old, in production. 0: never, for installations backed up by other means.",
  ),
  webhook_allowed_hosts: setting(
    "FOYER_WEBHOOK_ALLOWED_HOSTS",
    "",
    hosts,
    "Private or plain-http hosts that webhooks may reach anyway: host names, addresses or CIDR ranges, comma-separated. Outside production, loopback addresses are always allowed.",
  ),
} as const

export type Config = { readonly [Name in keyof typeof settings]: ReturnType<(typeof settings)[Name]["read"]> }

/** These variables hold passwords and keys: an error names them without showing the value. */
const holds_secrets = /DATABASE_URL|_DATABASES|SMTP_URL|MASTER_KEYS/

/** Reads all settings. Throws one error that lists every faulty variable and what it must be. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const faults = findUnknown(
    Object.keys(environment),
    Object.values(settings).map(({ name }) => name),
  )
  const values = Object.entries(settings).map(([key, { name, fallback, read }]) => {
    try {
      return [key, read(environment[name] ?? fallback)]
    } catch (error) {
      const current = holds_secrets.test(name) ? "" : `; it is "${environment[name]}"`
      faults.push(`${name} ${(error as Error).message}${current}.`)
      return [key, undefined]
    }
  })
  const config = Object.fromEntries(values) as Config
  if (config.oidc_only && !config.oidc_issuer)
    faults.push(
      "FOYER_OIDC_ONLY needs FOYER_OIDC_ISSUER: without an identity provider, no one could sign in.",
    )
  if (faults.length > 0) throw new Error(`Some settings are wrong:\n  ${faults.join("\n  ")}`)
  return config
}
