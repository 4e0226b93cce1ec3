import { readFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, it } from "vitest";
import { ConfigError, loadConfig, SETTING_NAMES } from "./config";
import { projectRoot } from "./project-root";

function problemsOf(environment: NodeJS.ProcessEnv): readonly string[] {
  try {
    loadConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe("the settings", () => {
  it("have defaults that make the site reachable from this machine only", () => {
    const config = loadConfig({});
    expect(config).toMatchObject({
      nodeEnv: "production",
      port: 3000,
      host: "127.0.0.1",
      basePath: "",
      logLevel: "info",
      trustProxy: false,
      shutdownTimeoutMs: 10_000,
    });
    expect(config.publicUrl.href).toBe("http://localhost:3000/");
    expect(config.databaseUrl).toBeUndefined();
    expect(isAbsolute(config.dataDir)).toBe(true);
  });

  it("treat an empty value as not set", () => {
    expect(loadConfig({ PORT: "", DATABASE_URL: " ", PUBLIC_URL: "" })).toEqual(loadConfig({}));
  });

  it("are reported all at once when several are wrong", () => {
    const problems = problemsOf({
      PORT: "80000",
      PUBLIC_URL: "ftp://x",
      BASE_PATH: "/a/../b",
      DATABASE_URL: "mysql://root:secret@host/base",
      LOG_LEVEL: "loud",
      TRUST_PROXY: "10.0.0.0/40",
      NODE_ENV: "prod",
      SHUTDOWN_TIMEOUT_MS: "-1",
      HOST: "a b",
      PAGE_CACHE_MB: "some",
      WORK_BUDGET: "-1",
      SMTP_URL: "http://user:secret@mail.example",
      MAIL_FROM: "Polyprompt",
      SITE_LINKS: "no/such/file.json",
    });
    expect(problems.map((problem) => problem.split(":")[0])).toEqual(
      SETTING_NAMES.filter((name) => name !== "DATA_DIR"),
    );
  });

  it("never repeat a password in a message", () => {
    const wrong = { DATABASE_URL: "mysql://root:secret@host/base", SMTP_URL: "http://user:secret@mail.example" };
    expect(problemsOf(wrong)).toHaveLength(2);
    expect(problemsOf(wrong).join()).not.toContain("secret");
  });

  it("send mails from the public host unless a sender is set", () => {
    expect(loadConfig({ PUBLIC_URL: "https://prompts.example" }).mailFrom).toBe(
      "Polyprompt <no-reply@prompts.example>",
    );
    for (const sender of ["prompts@example.com", "The library <prompts@example.com>"]) {
      expect(loadConfig({ MAIL_FROM: sender }).mailFrom).toBe(sender);
    }
  });

  it.each([
    "Polyprompt",
    "a@x.example, b@x.example",
    "A <a@x.example>, B <b@x.example>",
    "A <a@x.example>\nBcc: b@x.example",
  ])("refuse the sender %j", (sender) => {
    expect(problemsOf({ MAIL_FROM: sender })).toHaveLength(1);
  });

  it("use the port in the default public address", () => {
    expect(loadConfig({ PORT: "8080" }).publicUrl.origin).toBe("http://localhost:8080");
    expect(loadConfig({ PORT: "8080", PUBLIC_URL: "https://prompts.example" }).publicUrl.origin).toBe(
      "https://prompts.example",
    );
  });

  it("reject a path in the public address, and point to BASE_PATH", () => {
    expect(problemsOf({ PUBLIC_URL: "https://prompts.example/bn" })).toEqual([
      "PUBLIC_URL: must be an origin without a path; a path belongs in BASE_PATH",
    ]);
  });

  it.each([
    ["/", ""],
    ["bn", "/bn"],
    ["/bn/", "/bn"],
    ["//a//b/", "/a/b"],
  ])("normalise the base path %s to %j", (given, normalised) => {
    expect(loadConfig({ BASE_PATH: given }).basePath).toBe(normalised);
  });

  it.each(["postgres://u:p@h:5432/d", "postgresql://h/d?sslmode=require", "postgres://u@/d?host=/run/postgresql"])(
    "accept the database address %s",
    (address) => {
      expect(loadConfig({ DATABASE_URL: address }).databaseUrl).toBe(address);
    },
  );

  it.each([
    ["true", true],
    ["false", false],
    ["2", 2],
    ["10.0.0.1, fd00::/8,loopback", ["10.0.0.1", "fd00::/8", "loopback"]],
  ])("read TRUST_PROXY=%s", (given, expected) => {
    expect(loadConfig({ TRUST_PROXY: given }).trustProxy).toEqual(expected);
  });
});

describe(".env.example", () => {
  const text = readFileSync(join(projectRoot(), ".env.example"), "utf8");
  const entries = parseEnv(text.replace(/^# ?(?=[A-Z_]+=)/gm, ""));

  it("lists every setting and no other", () => {
    expect(Object.keys(entries).toSorted()).toEqual([...SETTING_NAMES].toSorted());
  });

  it("shows the defaults", () => {
    expect(loadConfig(entries)).toEqual(loadConfig({}));
  });
});
