import { existsSync } from "node:fs";
import { isIP } from "node:net";
import { join, resolve } from "node:path";
import { z } from "zod";
import { PRODUCT_NAME } from "../../../contract/product";
import { SITE_LINKS, type SiteLinks } from "../../../contract/site-links";
import { projectRoot } from "./project-root";
import { readSiteLinks } from "./site-links";

export interface Config {
  nodeEnv: "production" | "development" | "test";
  port: number;
  host: string;
  /** The site's origin; its path is always "/". */
  publicUrl: URL;
  /** "" or "/x/y", never with a trailing slash. */
  basePath: string;
  /** Without it, the server runs an embedded PostgreSQL below `dataDir`. */
  databaseUrl?: string;
  dataDir: string;
  logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
  /** Whose X-Forwarded-* headers to trust; Fastify's option. */
  trustProxy: boolean | number | string[];
  shutdownTimeoutMs: number;
  /** The size of the page cache; 0 turns it off. */
  pageCacheBytes: number;
  /** Points of work that each client may ask for a minute; 0 for any number. */
  workBudget: number;
  /** Without it, mails are written to `outbox` below `dataDir`. */
  smtpUrl?: string;
  /** As in a mail header: `Name <address>`. */
  mailFrom: string;
  links: SiteLinks;
}

/** All errors in the settings, so that they can be fixed in one go. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(["The settings are not usable:", ...problems.map((problem) => `  - ${problem}`)].join("\n"));
    this.name = "ConfigError";
  }
}

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

function wholeNumber(min: number, max: number) {
  return z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);
}

const origin = z.string().transform((value, context) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    context.addIssue("must be an http(s) address such as https://prompts.example");
    return z.NEVER;
  }
  if (url.pathname !== "/" || url.search || url.hash) {
    context.addIssue("must be an origin without a path; a path belongs in BASE_PATH");
    return z.NEVER;
  }
  return url;
});

const basePath = z.string().transform((value, context) => {
  const segments = value.split("/").filter((segment) => segment !== "");
  if (segments.some((segment) => !/^[A-Za-z0-9._~-]+$/.test(segment) || segment === "." || segment === "..")) {
    context.addIssue("must be a path of letters, digits, '-', '_', '.' and '~', such as /prompts");
    return z.NEVER;
  }
  return segments.map((segment) => `/${segment}`).join("");
});

/** The value is never repeated in a message: it holds a password. */
const databaseUrl = z.string().refine(
  // A socket address has no host ("postgres://user@/base?host=/run/postgresql"): pg accepts it, URL does not.
  (value) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value.replace("@/", "@socket/")),
  "must be an address such as postgres://user:password@host:5432/database",
);

const NAMED_NETWORKS = ["loopback", "linklocal", "uniquelocal"];

function isAddressOrNetwork(value: string): boolean {
  if (NAMED_NETWORKS.includes(value)) return true;
  const [address = "", prefix, ...rest] = value.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

const trustProxy = z.string().transform((value, context): Config["trustProxy"] => {
  if (value === "true" || value === "false") return value === "true";
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const proxies = value.split(",").map((proxy) => proxy.trim());
  const wrong = proxies.filter((proxy) => !isAddressOrNetwork(proxy));
  if (wrong.length > 0) {
    context.addIssue(
      `must be true, false, a number of hops, or a comma-separated list of addresses and networks; not one: ${wrong.map((proxy) => JSON.stringify(proxy)).join(", ")}`,
    );
    return z.NEVER;
  }
  return proxies;
});

/**
 * A class or an office of 60 behind one address: each loads a page of the list, which costs 4,000, every 3 seconds. That is 4,800,000
 * a minute.
 */
export const USUAL_WORK_BUDGET = 5_000_000;

const linksFile = z.string().transform((value, context): SiteLinks => {
  try {
    return readSiteLinks(resolve(projectRoot(), value));
  } catch (error) {
    const issues = error instanceof z.ZodError ? error.issues : [{ path: [], message: String(error) }];
    for (const { path, message } of issues) context.addIssue([...path, message].join(": "));
    return z.NEVER;
  }
});

/** The value is never repeated in a message: it may hold a password. */
const smtpUrl = z
  .string()
  .refine(
    (value) => /^smtps?:\/\/[^/?#]/.test(value) && URL.canParse(value),
    "must be an address such as smtp://user:password@host:587 or smtps://user:password@host:465",
  );

const sender = z
  .string()
  .regex(
    /^(?:[^<>@\p{Cc}]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u,
    "must be an e-mail address, with or without a name: Polyprompt <prompts@example.com>",
  );

/** All settings. A test compares them with `.env.example`. */
const settings = z.object({
  NODE_ENV: z.enum(["production", "development", "test"]).default("production"),
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: z
    .string()
    .regex(/^[^\s/]+$/, "must be a host name or an address to listen on")
    .default("127.0.0.1"),
  PUBLIC_URL: origin.optional(),
  BASE_PATH: basePath.default(""),
  DATABASE_URL: databaseUrl.optional(),
  DATA_DIR: z.string().default(".data"),
  LOG_LEVEL: z.enum(LOG_LEVELS).default("info"),
  TRUST_PROXY: trustProxy.default(false),
  SHUTDOWN_TIMEOUT_MS: wholeNumber(100, 600_000).default(10_000),
  PAGE_CACHE_MB: wholeNumber(0, 4096).default(32),
  WORK_BUDGET: wholeNumber(0, 1_000_000_000).default(USUAL_WORK_BUDGET),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: sender.optional(),
  SITE_LINKS: linksFile.optional(),
});

export const SETTING_NAMES: readonly string[] = Object.keys(settings.shape);

/** An empty value means the default: compose files and CI pass `NAME=` for what is not set. */
export function loadConfig(environment: NodeJS.ProcessEnv): Config {
  const given: Record<string, string> = {};
  for (const name of SETTING_NAMES) {
    const value = environment[name]?.trim();
    if (value) given[name] = value;
  }
  const result = settings.safeParse(given);
  if (!result.success) {
    throw new ConfigError(result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
  }
  const values = result.data;
  const publicUrl = values.PUBLIC_URL ?? new URL(`http://localhost:${values.PORT}`);
  return {
    nodeEnv: values.NODE_ENV,
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    basePath: values.BASE_PATH,
    ...(values.DATABASE_URL ? { databaseUrl: values.DATABASE_URL } : {}),
    dataDir: resolve(projectRoot(), values.DATA_DIR),
    logLevel: values.LOG_LEVEL,
    trustProxy: values.TRUST_PROXY,
    shutdownTimeoutMs: values.SHUTDOWN_TIMEOUT_MS,
    pageCacheBytes: values.PAGE_CACHE_MB * 1024 * 1024,
    workBudget: values.WORK_BUDGET,
    ...(values.SMTP_URL ? { smtpUrl: values.SMTP_URL } : {}),
    mailFrom: values.MAIL_FROM ?? `${PRODUCT_NAME} <no-reply@${publicUrl.hostname}>`,
    links: values.SITE_LINKS ?? SITE_LINKS,
  };
}

/** Reads the settings from the environment, with defaults from the file `.env` in the project's folder. */
export function loadProcessConfig(): Config {
  const file = join(projectRoot(), ".env");
  if (existsSync(file)) process.loadEnvFile(file);
  const config = loadConfig(process.env);
  // React reads the variable itself, and uses its slow development build if it is not set.
  process.env.NODE_ENV = config.nodeEnv;
  return config;
}

/** The environment for child processes: paths, but none of our secrets. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, TEMP, TMP, SystemRoot, SystemDrive, COMSPEC } = process.env;
  return { PATH, HOME, TMPDIR, TEMP, TMP, SystemRoot, SystemDrive, COMSPEC };
}
