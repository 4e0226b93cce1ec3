/**
 * Makes a clone ready to run: installs, generates and builds only what is missing or out of date. `npm start`, `npm test` and
 * `npm run check` begin with it. It has no dependencies, because they may not be installed yet.
 */
import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const MIN_NODE = [20, 19];
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const at = (...path) => join(root, ...path);

const INSTALL_MARKER = at("node_modules", ".polyprompt-installed");
const BUILD_MARKER = at("dist", ".build-hash");
const LOCK = at("dist", ".lock");
const LOCK_HEARTBEAT_MS = 2000;
const LOCK_STALE_MS = 30_000;

/** The inputs of the build. */
const SOURCES = [
  "server",
  "client",
  "extension",
  "contract",
  "schema.graphql",
  "vite.config.ts",
  "vite.macros.ts",
  "lingui.config.ts",
  "codegen.ts",
  "tsconfig.json",
  "package-lock.json",
];
/** Within them: generated files, and files that are not part of a build (the library is read at run time). */
const IGNORED_SOURCES =
  /^(client|extension|server)\/gql(\/|$)|^extension\/\.wxt(\/|$)|^(client|server)\/locales\/[^/]+\/messages\.[jt]s$|^server\/library\/[^/]+\.json$|\.test\.tsx?$/;

function log(message) {
  process.stderr.write(`${message}\n`);
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [minMajor, minMinor] = MIN_NODE;
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return;
  process.stderr.write(
    `This is Node.js ${process.versions.node}, but ${MIN_NODE.join(".")} or later is needed: https://nodejs.org\n`,
  );
  process.exit(1);
}

function hash(text) {
  return createHash("sha256").update(text).digest("hex");
}

function readJson(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}

/** A hash of the lock file and the platform, which decide what gets installed. */
function installHash() {
  return hash(`${readFileSync(at("package-lock.json"), "utf8")} ${process.platform} ${process.arch}`);
}

/**
 * Whether the contents of node_modules match the lock file, even if installed by hand. A package for another platform may be
 * missing; one for this platform may not, as after copying node_modules from another machine.
 */
function isInstalled() {
  const installed = readJson(at("node_modules", ".package-lock.json"))?.packages;
  if (!installed) return false;
  if (existsSync(INSTALL_MARKER) && readFileSync(INSTALL_MARKER, "utf8") === installHash()) return true;
  return Object.entries(readJson(at("package-lock.json")).packages).every(([path, wanted]) => {
    if (path === "") return true;
    const found = installed[path];
    if (found) return found.version === wanted.version && found.integrity === wanted.integrity;
    const forHere = wanted.os?.includes(process.platform) && wanted.cpu?.includes(process.arch) && !wanted.libc;
    return wanted.optional === true && !forHere;
  });
}

function sourceFiles(path) {
  const stats = statSync(at(path), { throwIfNoEntry: false });
  if (!stats || IGNORED_SOURCES.test(path)) return [];
  if (!stats.isDirectory()) return [path];
  return readdirSync(at(path))
    .sort()
    .flatMap((name) => sourceFiles(`${path}/${name}`));
}

function sourceHash() {
  const all = createHash("sha256");
  for (const path of SOURCES.flatMap(sourceFiles)) {
    const content = readFileSync(at(path));
    all.update(`${path}\0${content.length}\0`).update(content);
  }
  return all.digest("hex");
}

function isBuilt() {
  return existsSync(BUILD_MARKER) && readFileSync(BUILD_MARKER, "utf8") === sourceHash();
}

let child;

/** Runs a program to completion. Its output is shown only if it fails. */
async function run(program, args, options = {}) {
  const running = spawn(program, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], ...options });
  child = running;
  const output = [];
  running.stdout.on("data", (chunk) => output.push(chunk));
  running.stderr.on("data", (chunk) => output.push(chunk));
  const code = await new Promise((resolve, reject) => {
    running.once("error", reject);
    running.once("close", (exitCode, signal) => resolve(exitCode ?? signal));
  });
  child = undefined;
  if (code === 0) return;
  process.stderr.write(Buffer.concat(output));
  throw new Error(`${[program, ...args].join(" ")} failed (${code})`);
}

/** Runs a package's binary with this Node.js: without a shell, and the same on every system. */
function runPackage(name, binary, args, environment = {}) {
  const { bin } = readJson(at("node_modules", name, "package.json"));
  return run(process.execPath, [at("node_modules", name, typeof bin === "string" ? bin : bin[binary]), ...args], {
    env: { ...process.env, ...environment },
  });
}

async function step(message, work) {
  log(`${message} …`);
  const startTime = performance.now();
  await work();
  log(`  done in ${((performance.now() - startTime) / 1000).toFixed(1)} s`);
}

async function install() {
  rmSync(BUILD_MARKER, { force: true });
  // --include=dev: with NODE_ENV=production npm would omit what the build needs.
  // --prefer-offline: packages are verified against the lock file anyway, so cached copies are fine.
  const args = ["ci", "--include=dev", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  const npm = process.env.npm_execpath;
  if (npm && /npm-cli\.c?js$/.test(npm)) await run(process.execPath, [npm, ...args]);
  else await run(process.platform === "win32" ? "npm.cmd" : "npm", args, { shell: process.platform === "win32" });
  writeFileSync(INSTALL_MARKER, installHash());
}

async function build() {
  const sources = sourceHash();
  rmSync(BUILD_MARKER, { force: true });
  await runPackage("@graphql-codegen/cli", "graphql-codegen", ["--config", "codegen.ts"]);
  await runPackage("vite", "vite", ["build", "--app", "--logLevel", "warn"], { NODE_ENV: "production" });
  for (const browser of ["chrome", "firefox"])
    await runPackage("wxt", "wxt", ["build", "extension", "--browser", browser], { NODE_ENV: "production" });
  writeFileSync(BUILD_MARKER, sources);
}

/** The content of the lock and when it was last touched; undefined if it is free. */
function lockHolder() {
  try {
    return { text: readFileSync(LOCK, "utf8"), seen: statSync(LOCK).mtimeMs };
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** A holder touches its lock regularly, because the process id alone may have been reused. */
function isStale({ text, seen }) {
  return !isAlive(Number.parseInt(text, 10)) || Date.now() - seen > LOCK_STALE_MS;
}

/** Removes a stale lock, but never one that another process has created since. */
function breakLock({ text }) {
  const aside = `${LOCK}.${randomBytes(6).toString("hex")}`;
  try {
    renameSync(LOCK, aside);
    if (readFileSync(aside, "utf8") !== text) linkSync(aside, LOCK);
  } catch (error) {
    if (error.code !== "ENOENT" && error.code !== "EEXIST") throw error;
  }
  rmSync(aside, { force: true });
}

/** Creates the lock atomically with its content, so that nobody reads a partial file. @returns undefined if it is held */
function acquireLock() {
  const text = `${process.pid} ${randomBytes(6).toString("hex")}`;
  const temporary = `${LOCK}.${randomBytes(6).toString("hex")}`;
  writeFileSync(temporary, text);
  try {
    linkSync(temporary, LOCK);
    return text;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    return undefined;
  } finally {
    unlinkSync(temporary);
  }
}

/** Only one process at a time installs and builds; the others wait and then have nothing left to do. */
async function withLock(work) {
  mkdirSync(dirname(LOCK), { recursive: true });
  let announced = false;
  let ownLock = acquireLock();
  while (!ownLock) {
    const holder = lockHolder();
    if (holder && isStale(holder)) breakLock(holder);
    else if (holder) {
      if (!announced) log("Another start is installing or building; waiting for it …");
      announced = true;
      await delay(200);
    }
    ownLock = acquireLock();
  }
  const release = () => {
    if (lockHolder()?.text === ownLock) rmSync(LOCK, { force: true });
  };
  const heartbeat = setInterval(() => {
    if (lockHolder()?.text === ownLock) utimesSync(LOCK, new Date(), new Date());
  }, LOCK_HEARTBEAT_MS);
  const interrupted = (signal) => {
    child?.kill(signal);
    release();
    process.exit(1);
  };
  process.on("SIGINT", interrupted).on("SIGTERM", interrupted);
  try {
    await work();
  } finally {
    process.off("SIGINT", interrupted).off("SIGTERM", interrupted);
    clearInterval(heartbeat);
    release();
  }
}

/** Exits the process on failure, since the caller cannot continue. */
export async function prepare() {
  requireNode();
  process.chdir(root);
  try {
    if (isInstalled() && isBuilt()) return;
    await withLock(async () => {
      if (!isInstalled()) await step("Installing packages", install);
      if (!isBuilt()) await step("Building", build);
    });
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
