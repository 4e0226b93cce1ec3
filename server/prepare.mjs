/**
 * Makes a clone ready to run: installs, generates and builds only what is missing or out of date. `npm start`, `npm test` and
 * `npm run check` begin with it. No dependencies: they may not be installed yet.
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

const OLDEST_NODE = [20, 19];
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const at = (...path) => join(root, ...path);

const INSTALLED = at("node_modules", ".polyprompt-installed");
const BUILT = at("dist", ".build-hash");
const LOCK = at("dist", ".lock");
const LOCK_SIGN_OF_LIFE_MS = 2000;
const LOCK_ABANDONED_MS = 30_000;

/** What the build is made of. */
const SOURCES = [
  "server",
  "client",
  "contract",
  "schema.graphql",
  "vite.config.ts",
  "lingui.config.ts",
  "codegen.ts",
  "tsconfig.json",
  "package-lock.json",
];
/** Below them: what is generated, and what no build contains (the library is read at run time). */
const NOT_SOURCES =
  /^client\/gql(\/|$)|^(client|server)\/locales\/[^/]+\/messages\.[jt]s$|^server\/library\/[^/]+\.json$|\.test\.tsx?$/;

function say(message) {
  process.stderr.write(`${message}\n`);
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  process.stderr.write(
    `This is Node.js ${process.versions.node}, but ${OLDEST_NODE.join(".")} or later is needed: https://nodejs.org\n`,
  );
  process.exit(1);
}

function hash(text) {
  return createHash("sha256").update(text).digest("hex");
}

function readJson(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}

/** The lock file together with what decides which of its packages are installed. */
function installHash() {
  return hash(`${readFileSync(at("package-lock.json"), "utf8")} ${process.platform} ${process.arch}`);
}

/**
 * Whether node_modules is what the lock file asks for, by content: an installation by hand is as good as ours. A package for
 * another platform is rightly missing; one for this platform is not, as after copying node_modules to another machine.
 */
function isInstalled() {
  const installed = readJson(at("node_modules", ".package-lock.json"))?.packages;
  if (!installed) return false;
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, "utf8") === installHash()) return true;
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
  if (!stats || NOT_SOURCES.test(path)) return [];
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
  return existsSync(BUILT) && readFileSync(BUILT, "utf8") === sourceHash();
}

let child;

/** Runs a program to its end. Its output is shown only when it fails: on a good day it tells nothing of use. */
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

/** A program that a package brings, run by this Node.js: no shell, and the same on every system. */
function runPackage(name, binary, args, environment = {}) {
  const { bin } = readJson(at("node_modules", name, "package.json"));
  return run(process.execPath, [at("node_modules", name, typeof bin === "string" ? bin : bin[binary]), ...args], {
    env: { ...process.env, ...environment },
  });
}

async function step(message, work) {
  say(`${message} …`);
  const begun = performance.now();
  await work();
  say(`  done in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
}

async function install() {
  rmSync(BUILT, { force: true });
  // With NODE_ENV=production npm would leave out what the build needs.
  // What the lock file names is checked against it anyway, so a copy in the cache is as good as a fresh one.
  const args = ["ci", "--include=dev", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  const npm = process.env.npm_execpath;
  if (npm && /npm-cli\.c?js$/.test(npm)) await run(process.execPath, [npm, ...args]);
  else await run(process.platform === "win32" ? "npm.cmd" : "npm", args, { shell: process.platform === "win32" });
  writeFileSync(INSTALLED, installHash());
}

async function build() {
  const sources = sourceHash();
  rmSync(BUILT, { force: true });
  await runPackage("@graphql-codegen/cli", "graphql-codegen", ["--config", "codegen.ts"]);
  await runPackage("vite", "vite", ["build", "--app", "--logLevel", "warn"], { NODE_ENV: "production" });
  writeFileSync(BUILT, sources);
}

/** What the lock says of its holder, or undefined when it is free. */
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

/** A holder touches its lock now and then; the process number alone may belong to somebody else by now. */
function isAbandoned({ text, seen }) {
  return !isAlive(Number.parseInt(text, 10)) || Date.now() - seen > LOCK_ABANDONED_MS;
}

/** Takes away an abandoned lock, but never one that another process has made since. */
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

/** The file appears with its content in one step, so that nobody reads half of it. */
function takeLock() {
  const text = `${process.pid} ${randomBytes(6).toString("hex")}`;
  const own = `${LOCK}.${randomBytes(6).toString("hex")}`;
  writeFileSync(own, text);
  try {
    linkSync(own, LOCK);
    return text;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    return undefined;
  } finally {
    unlinkSync(own);
  }
}

/** Only one process at a time installs and builds; the others wait and then find the work done. */
async function withLock(work) {
  mkdirSync(dirname(LOCK), { recursive: true });
  let told = false;
  let mine = takeLock();
  while (!mine) {
    const holder = lockHolder();
    if (holder && isAbandoned(holder)) breakLock(holder);
    else if (holder) {
      if (!told) say("Another start is installing or building; waiting for it …");
      told = true;
      await delay(200);
    }
    mine = takeLock();
  }
  const release = () => {
    if (lockHolder()?.text === mine) rmSync(LOCK, { force: true });
  };
  const signOfLife = setInterval(() => {
    if (lockHolder()?.text === mine) utimesSync(LOCK, new Date(), new Date());
  }, LOCK_SIGN_OF_LIFE_MS);
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
    clearInterval(signOfLife);
    release();
  }
}

/** Ends the process where it cannot be done: whoever calls has nothing to go on with. */
export async function prepare() {
  refuseOldNode();
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
