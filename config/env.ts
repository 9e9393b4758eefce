import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { passwordSettings } from '../domain/accounts/identity-provider.ts';
import { secondFactorDuties } from '../domain/accounts/second-factor-duty.ts';
import { monthlyComparisons } from '../domain/comparison/rule.ts';
import { usualPaceSeconds } from '../domain/contingency/judge.ts';
import { usualWaitSeconds } from '../domain/received/distribution-timing.ts';
import { bouncesOf, checkMailSettings, mailOf, mailSettings } from './mail-settings.ts';

/** A boolean as people write it in an environment variable. */
const flagOr = (otherwise: 'true' | 'false') =>
  z
    .enum(['true', 'false', '1', '0', ''])
    .default(otherwise)
    .transform((value) => value === 'true' || value === '1');
const flag = flagOr('false');
const text = z
  .string()
  .optional()
  .transform((value) => (value === '' ? undefined : value));
/** Port numbers, separated by commas. */
const ports = text
  .transform((value) => value?.split(',').map(Number))
  .pipe(z.array(z.number().int().min(1).max(65_535)).optional());
const optionalPort = text
  .transform((value) => (value === undefined ? undefined : Number(value)))
  .pipe(z.number().int().min(0).max(65_535).optional());
const port = (otherwise: number) => z.coerce.number().int().min(0).max(65_535).default(otherwise);

/** Origins, separated by commas, each as browsers send it in `Origin`. */
const origins = text
  .transform((value) => (value === undefined ? [] : value.split(',').map((origin) => origin.trim())))
  .pipe(
    z.array(
      z.string().refine(isOrigin, {
        error:
          'must be origins with commas between, each as https://erp.example.com; * would open the API to every site',
      }),
    ),
  );

/** Words, separated by commas. */
const words = text.transform((value) =>
  value === undefined
    ? []
    : value
        .split(',')
        .map((word) => word.trim().toLowerCase())
        .filter(Boolean),
);

const schema = z.object({
  DATABASE_URL: z.string().default('postgres://postgres:postgres@127.0.0.1:54329/lavra'),
  DATABASE_API_URL: text,
  DATABASE_PANEL_URL: text,
  DATABASE_WORKER_URL: text,
  DATABASE_ADMIN_URL: text,
  DATABASE_PASSWORD_FILE: text,
  DATABASE_API_PASSWORD_FILE: text,
  DATABASE_PANEL_PASSWORD_FILE: text,
  DATABASE_WORKER_PASSWORD_FILE: text,
  DATABASE_ADMIN_PASSWORD_FILE: text,
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  TEMPORAL_ADDRESS: z.string().default('127.0.0.1:7233'),
  TEMPORAL_NAMESPACE: z.string().default('default'),
  TEMPORAL_API_KEY: text,
  TEMPORAL_TLS: flag,
  TEMPORAL_TLS_CERT_FILE: text,
  TEMPORAL_TLS_KEY_FILE: text,
  LAVRA_API_HOST: z.string().default('127.0.0.1'),
  LAVRA_API_PORT: port(3000),
  LAVRA_PANEL_HOST: z.string().default('127.0.0.1'),
  LAVRA_PANEL_PORT: port(3001),
  LAVRA_PANEL_URL: text.pipe(z.url({ protocol: /^https?$/ }).optional()),
  LAVRA_PANEL_SECOND_FACTOR: z.enum(secondFactorDuties).default('administrators'),
  LAVRA_PANEL_PASSWORDS: z.enum(passwordSettings).default('everybody'),
  LAVRA_OIDC_ISSUER: text.pipe(z.url({ protocol: /^https?$/ }).optional()),
  LAVRA_OIDC_CLIENT_ID: text,
  LAVRA_OIDC_CLIENT_SECRET: text,
  LAVRA_OIDC_CLIENT_SECRET_FILE: text,
  LAVRA_OIDC_NAME: z.string().max(40).default('a sua organização'),
  LAVRA_OIDC_DOMAINS: words,
  LAVRA_OIDC_SECOND_FACTORS: words,
  LAVRA_TEMPORAL_UI: text.pipe(z.url({ protocol: /^https?$/ }).optional()),
  LAVRA_DOCS_KEYS: text.pipe(
    z
      .string()
      .regex(/^[co]k_\w+(?:,[co]k_\w+)*$/, 'must be API keys with commas between')
      .optional(),
  ),
  LAVRA_PUBLIC_URL: text.pipe(z.url({ protocol: /^https?$/ }).optional()),
  LAVRA_CORS_ORIGINS: origins,
  LAVRA_CALL_LOG: flagOr('true'),
  LAVRA_SIMULATOR_CONTROL: text.pipe(z.url({ protocol: /^http$/ }).optional()),
  LAVRA_PORTAL_ORIGINS: origins,
  LAVRA_METRICS_HOST: z.string().default('127.0.0.1'),
  LAVRA_METRICS_PORT: optionalPort,
  LAVRA_MASTER_KEY: text,
  LAVRA_MASTER_KEY_FILE: text,
  LAVRA_SCHEMAS: text,
  LAVRA_RATES: text,
  LAVRA_CA_BUNDLE: text,
  LAVRA_AUTHORITY_ADDRESS: text,
  LAVRA_SEFIN_HOMOLOGATION_URL: text.pipe(z.url({ protocol: /^https$/ }).optional()),
  LAVRA_AUTHORITY_TIMEOUT_MS: z.coerce.number().int().min(100).default(30_000),
  PUPPETEER_EXECUTABLE_PATH: text,
  LAVRA_LOG_LEVEL: z.enum(['error', 'warn', 'info', 'debug']).default('info'),
  LAVRA_LOG_FORMAT: z.enum(['json', 'pretty']).default('json'),
  LAVRA_WEBHOOKS_ALLOW_LOCAL: flag,
  LAVRA_WEBHOOKS_PORTS: ports,
  LAVRA_WEBHOOKS_RETENTION_DAYS: z.coerce.number().int().min(1).max(36_500).default(90),
  ...mailSettings,
  LAVRA_BLOBS: z
    .url({ protocol: /^(?:file|s3)$/, error: 'must be file:///a/folder or s3://bucket/prefix' })
    .optional()
    .or(z.literal('').transform(() => undefined)),
  LAVRA_CLOSINGS_RETENTION_DAYS: z.coerce.number().int().min(1).max(36_500).default(90),
  LAVRA_RECONCILIATION_SECONDS: z.coerce.number().int().min(1).default(60),
  LAVRA_DISTRIBUTION_WAIT_SECONDS: z.coerce.number().int().min(1).max(86_400).default(usualWaitSeconds),
  LAVRA_STATUS_PACE_SECONDS: z.coerce.number().min(0.1).max(3_600).default(usualPaceSeconds),
  LAVRA_MONTHLY_COMPARISON: z.enum(monthlyComparisons).default('ALL'),
  LAVRA_WORKFLOW_BUNDLE: text,
  OTEL_EXPORTER_OTLP_ENDPOINT: text,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: text,
  OTEL_SDK_DISABLED: flag,
});
const checked = schema
  .superRefine(checkMailSettings)
  .refine((env) => env.LAVRA_SIMULATOR_CONTROL === undefined || env.LAVRA_AUTHORITY_ADDRESS !== undefined, {
    path: ['LAVRA_SIMULATOR_CONTROL'],
    error:
      'who administers a company steers the authority by it: only beside a simulated one (LAVRA_AUTHORITY_ADDRESS)',
  })
  .refine((env) => env.LAVRA_OIDC_ISSUER === undefined || env.LAVRA_OIDC_CLIENT_ID !== undefined, {
    path: ['LAVRA_OIDC_CLIENT_ID'],
    error: 'is needed with LAVRA_OIDC_ISSUER: how the provider knows this panel',
  })
  .refine((env) => env.LAVRA_OIDC_ISSUER === undefined || isHttpsOrHere(env.LAVRA_OIDC_ISSUER), {
    path: ['LAVRA_OIDC_ISSUER'],
    error: 'must be https, unless it is on this machine',
  })
  .refine((env) => env.LAVRA_PANEL_PASSWORDS === 'everybody' || env.LAVRA_OIDC_ISSUER !== undefined, {
    path: ['LAVRA_PANEL_PASSWORDS'],
    error: 'nobody would come in: there is no LAVRA_OIDC_ISSUER',
  })
  .refine((env) => env.LAVRA_DOCS_KEYS === undefined || env.LAVRA_AUTHORITY_ADDRESS !== undefined, {
    path: ['LAVRA_DOCS_KEYS'],
    error: 'whoever opens /docs gets these keys: only beside a simulated authority (LAVRA_AUTHORITY_ADDRESS)',
  })
  .refine(
    (env) => env.LAVRA_DISTRIBUTION_WAIT_SECONDS >= usualWaitSeconds || env.LAVRA_AUTHORITY_ADDRESS !== undefined,
    {
      path: ['LAVRA_DISTRIBUTION_WAIT_SECONDS'],
      error: `less than ${usualWaitSeconds} is for a simulated authority (LAVRA_AUTHORITY_ADDRESS): the real one answers 656 to whoever asks within the hour`,
    },
  )
  .refine((env) => env.LAVRA_STATUS_PACE_SECONDS >= usualPaceSeconds || env.LAVRA_AUTHORITY_ADDRESS !== undefined, {
    path: ['LAVRA_STATUS_PACE_SECONDS'],
    error: `less than ${usualPaceSeconds} is for a simulated authority (LAVRA_AUTHORITY_ADDRESS)`,
  });

export type Env = ReturnType<typeof readEnv>;

/** The names of all environment variables that Lavra reads. */
export const settingNames: string[] = Object.keys(schema.shape);

/**
 * The settings of this process. The only place of the product that reads `process.env`.
 *
 * @throws {Error} naming every setting that does not make sense
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env) {
  // An empty variable counts as unset, so that a compose file can pass on every setting.
  const parsed = checked.safeParse(Object.fromEntries(Object.entries(source).filter(([, value]) => value !== '')));
  if (!parsed.success) {
    throw new Error(`invalid settings: ${z.prettifyError(parsed.error)}`);
  }
  const env = parsed.data;
  const databaseUrl = withPassword(env, 'DATABASE_URL', 'DATABASE_PASSWORD_FILE') ?? env.DATABASE_URL;
  return {
    /** URL of the database with the login that owns the tables, for migrations and the command line. */
    databaseUrl,
    /** The same database with the logins of API, panel and worker; the owner's login where none is set. */
    apiDatabaseUrl: withPassword(env, 'DATABASE_API_URL', 'DATABASE_API_PASSWORD_FILE') ?? databaseUrl,
    panelDatabaseUrl: withPassword(env, 'DATABASE_PANEL_URL', 'DATABASE_PANEL_PASSWORD_FILE') ?? databaseUrl,
    workerDatabaseUrl: withPassword(env, 'DATABASE_WORKER_URL', 'DATABASE_WORKER_PASSWORD_FILE') ?? databaseUrl,
    /** URL with the login of an administrator of the server, who creates the four logins. */
    adminDatabaseUrl: withPassword(env, 'DATABASE_ADMIN_URL', 'DATABASE_ADMIN_PASSWORD_FILE'),
    /** Whether the address of the database or of Temporal was set; if neither, both are looked for where `npm start` usually has them. */
    isNamed: [source['DATABASE_URL'], source['TEMPORAL_ADDRESS']].some(Boolean),
    databasePool: env.DATABASE_POOL,
    temporal: {
      address: env.TEMPORAL_ADDRESS,
      namespace: env.TEMPORAL_NAMESPACE,
      apiKey: env.TEMPORAL_API_KEY,
      tls: env.TEMPORAL_TLS || env.TEMPORAL_TLS_CERT_FILE !== undefined || env.TEMPORAL_API_KEY !== undefined,
      certFile: env.TEMPORAL_TLS_CERT_FILE,
      keyFile: env.TEMPORAL_TLS_KEY_FILE,
    },
    api: { host: env.LAVRA_API_HOST, port: env.LAVRA_API_PORT },
    panel: { host: env.LAVRA_PANEL_HOST, port: env.LAVRA_PANEL_PORT },
    /** Where people reach the panel. With https its cookie is sent over TLS only. */
    panelUrl: env.LAVRA_PANEL_URL ?? `http://localhost:${env.LAVRA_PANEL_PORT}`,
    /** Which people need a second factor. */
    secondFactor: env.LAVRA_PANEL_SECOND_FACTOR,
    /** Whether people sign in with a password that Lavra keeps. */
    passwords: env.LAVRA_PANEL_PASSWORDS,
    /** The organization's sign-in by OpenID Connect; null where it is not set up. Its secret is read when it is first needed, by the panel only. */
    openId: openIdOf(env),
    /** Where operators reach Temporal's UI; the panel links to it. */
    temporalUi: env.LAVRA_TEMPORAL_UI,
    demoKeys: demoKeysOf(env),
    /** Where callers reach the API from outside; links in mails and answers begin with it. */
    publicUrl: env.LAVRA_PUBLIC_URL,
    /** Origins whose pages may call the API from a browser. */
    corsOrigins: env.LAVRA_CORS_ORIGINS,
    /** Whether recent calls with companies' keys are kept, for the panel to show. */
    keepsCalls: env.LAVRA_CALL_LOG,
    /** Control address of the simulated authority; absent with a real one. */
    simulatorControl: env.LAVRA_SIMULATOR_CONTROL,
    /** Origins of the systems to which portal links may lead back, and in whose frames portal pages may be shown. */
    portalOrigins: env.LAVRA_PORTAL_ORIGINS,
    metricsHost: env.LAVRA_METRICS_HOST,
    /** Port of a process's metrics; without the setting each kind of process has its own default, so that all run on one machine. */
    metricsPorts: {
      worker: env.LAVRA_METRICS_PORT ?? 9464,
      api: env.LAVRA_METRICS_PORT ?? 9465,
      panel: env.LAVRA_METRICS_PORT ?? 9466,
    },
    schemas: env.LAVRA_SCHEMAS,
    ratesFile: env.LAVRA_RATES,
    caBundleFile: env.LAVRA_CA_BUNDLE,
    authorityAddress: env.LAVRA_AUTHORITY_ADDRESS,
    /** Base address of the SEFIN Nacional in homologation, if not the published one. */
    sefinHomologationUrl: env.LAVRA_SEFIN_HOMOLOGATION_URL,
    authorityTimeoutMs: env.LAVRA_AUTHORITY_TIMEOUT_MS,
    chromium: env.PUPPETEER_EXECUTABLE_PATH,
    log: { level: env.LAVRA_LOG_LEVEL, format: env.LAVRA_LOG_FORMAT },
    webhooks: { allowLocal: env.LAVRA_WEBHOOKS_ALLOW_LOCAL, ports: env.LAVRA_WEBHOOKS_PORTS },
    webhookRetentionDays: env.LAVRA_WEBHOOKS_RETENTION_DAYS,
    /** How mails are sent; null where it is not set up. */
    mail: mailOf(env, withPassword(env, 'LAVRA_SMTP_URL', 'LAVRA_SMTP_PASSWORD_FILE'), readSecretFile),
    /**
     * The address to which undeliverable mails about documents return, and where the worker receives them by SMTP; null where bounces are not read.
     */
    bounces: bouncesOf(env),
    /** Where the ZIPs of closings are kept; by default the folder `blobs` in the working directory. */
    blobs: env.LAVRA_BLOBS ?? pathToFileURL('blobs').href,
    closingRetentionDays: env.LAVRA_CLOSINGS_RETENTION_DAYS,
    reconciliationSeconds: env.LAVRA_RECONCILIATION_SECONDS,
    /** Seconds to leave a source of received documents alone once it has nothing more: an hour, less with a simulated one. */
    distributionWaitSeconds: env.LAVRA_DISTRIBUTION_WAIT_SECONDS,
    /** Seconds between two questions about the status of one authorizer: half a minute, less with a simulated one. */
    statusPaceSeconds: env.LAVRA_STATUS_PACE_SECONDS,
    monthlyComparison: env.LAVRA_MONTHLY_COMPARISON,
    workflowBundle: env.LAVRA_WORKFLOW_BUNDLE,
    /** Whether traces are sent. Where to, and all else about them, OpenTelemetry's own libraries read. */
    isTraced:
      !env.OTEL_SDK_DISABLED &&
      (env.OTEL_EXPORTER_OTLP_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined,
    /** Reads the master key when it is called, so that commands that encrypt nothing run without one. */
    masterKeyBytes: (): Buffer => {
      const encoded =
        env.LAVRA_MASTER_KEY ?? (env.LAVRA_MASTER_KEY_FILE && readFileSync(env.LAVRA_MASTER_KEY_FILE, 'utf8'));
      if (!encoded) throw new Error('set LAVRA_MASTER_KEY (32 bytes in base64) or LAVRA_MASTER_KEY_FILE');
      return Buffer.from(encoded.trim(), 'base64');
    },
  };
}

/** Settings of a program that calls the API of an installation, as `examples/` do: its key (absent where none is set) and the address. */
export function readCaller(source: NodeJS.ProcessEnv = process.env): { apiKey: string | undefined; url: string } {
  const { LAVRA_KEY: apiKey, LAVRA_URL: url } = source;
  return { apiKey: apiKey?.trim() || undefined, url: url?.trim() || 'http://127.0.0.1:3000' };
}

function isHttpsOrHere(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1';
}

function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === value;
}

type Settings = z.output<typeof schema>;

/** The URL in the variable `url`, with the password in the file that the variable `file` names: in that file the password stands unescaped. */
function withPassword(env: Settings, url: UrlSetting, file: FileSetting): string | undefined {
  const [address, path] = [env[url], env[file]];
  if (address === undefined || path === undefined) return address;
  const parsed = new URL(address);
  if (parsed.password !== '') throw new Error(`invalid settings: ${url} has a password already, so ${file} has no use`);
  parsed.password = encodeURIComponent(readSecretFile(path, file));
  return parsed.href;
}

type UrlSetting =
  | 'DATABASE_URL'
  | 'DATABASE_API_URL'
  | 'DATABASE_PANEL_URL'
  | 'DATABASE_WORKER_URL'
  | 'DATABASE_ADMIN_URL'
  | 'LAVRA_SMTP_URL';
type FileSetting = Extract<keyof Settings, `${string}_PASSWORD_FILE`>;

/** The content of a file that holds one secret, without the line break at its end. */
function readSecretFile(path: string, setting: string): string {
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new Error(`invalid settings: ${setting} names ${path}, which cannot be read`, { cause });
  }
  const secret = content.replace(/\r?\n$/, '');
  if (secret === '') throw new Error(`invalid settings: ${setting} names ${path}, which is empty`);
  return secret;
}

/** The keys that the documentation's pages are filled in with on a laptop: one of a company, one of an office. */
function demoKeysOf({ LAVRA_DOCS_KEYS: keys }: Settings) {
  const all = keys?.split(',');
  return all && { company: all.find((key) => key.startsWith('ck_')), office: all.find((key) => key.startsWith('ok_')) };
}

function openIdOf(env: Settings) {
  const { LAVRA_OIDC_ISSUER: issuer, LAVRA_OIDC_CLIENT_ID: clientId = '', LAVRA_OIDC_CLIENT_SECRET_FILE: file } = env;
  if (issuer === undefined) return null;
  const clientSecret = (): string => {
    const secret =
      file === undefined ? env.LAVRA_OIDC_CLIENT_SECRET : readSecretFile(file, 'LAVRA_OIDC_CLIENT_SECRET_FILE');
    if (secret === undefined)
      throw new Error('invalid settings: set LAVRA_OIDC_CLIENT_SECRET or LAVRA_OIDC_CLIENT_SECRET_FILE');
    return secret;
  };
  const { LAVRA_OIDC_NAME: name, LAVRA_OIDC_DOMAINS: domains, LAVRA_OIDC_SECOND_FACTORS: secondFactors } = env;
  return { issuer, clientId, clientSecret, name, domains, secondFactors };
}
