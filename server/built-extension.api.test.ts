import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { strFromU8, type Unzipped, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EXTENSION_BROWSERS, extensionPath } from "../contract/extension";
import { LOCALE_CODES } from "../contract/locales";
import { projectRoot } from "./platform/config/project-root";
import { createPagesApp } from "./platform/testing/pages-app";
import { createTestDatabase } from "./platform/testing/test-database";

const KILOBYTE = 1000;
/** Of an archive, compressed. */
const MOST_KILOBYTES = 300;

const { version } = JSON.parse(readFileSync(join(projectRoot(), "package.json"), "utf8")) as { version: string };

/** The production build, which the test command has brought up to date. */
const extensionDir = join(projectRoot(), "dist", "extension");

const require = createRequire(import.meta.url);
const LINTER = require.resolve("addons-linter/bin/addons-linter");

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let app: Awaited<ReturnType<typeof createPagesApp>>["app"];

beforeAll(async () => {
  database = await createTestDatabase();
  const environment = { BASE_PATH: "/x", PUBLIC_URL: "https://prompts.example" };
  ({ app } = await createPagesApp(database.dataSource, environment, { extensionDir }));
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

describe.each(EXTENSION_BROWSERS)("the extension for %s", (browser) => {
  let files: Unzipped;
  let bytes: number;
  const json = (name: string) => JSON.parse(strFromU8(files[name] ?? new Uint8Array())) as Record<string, unknown>;

  beforeAll(async () => {
    const response = await app.inject(`/x${extensionPath(browser)}`);
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toBe("application/zip");
    bytes = response.rawPayload.length;
    files = unzipSync(response.rawPayload);
  });

  test("is served by the site, asks this site, and has its version", () => {
    expect(json("site.json")).toEqual({ site: "https://prompts.example/x" });
    expect(json("manifest.json")).toMatchObject({ manifest_version: 3, version });
  });

  test("may write into a tab in which its button is pressed, keep its own data, and nothing else without a question", () => {
    const manifest = json("manifest.json");
    expect(manifest.permissions).toEqual([
      "activeTab",
      "contextMenus",
      "scripting",
      "storage",
      ...(browser === "chrome" ? ["sidePanel"] : []),
    ]);
    // Each is asked for when a person connects with the site, enters the address of another, or allows the picker on one.
    expect(manifest.optional_host_permissions).toEqual(["https://*/*", "http://*/*"]);
    for (const key of ["host_permissions", "content_scripts", "externally_connectable", "optional_permissions"])
      expect(manifest).not.toHaveProperty(key);
    expect(manifest.content_security_policy).toEqual({ extension_pages: "script-src 'self'; object-src 'self'" });
  });

  test("shows pages nothing of its own but the picker, in Chrome at an address that changes", () => {
    expect(json("manifest.json").web_accessible_resources).toEqual([
      {
        resources: ["picker.html"],
        matches: ["https://*/*", "http://*/*"],
        ...(browser === "chrome" && { use_dynamic_url: true }),
      },
    ]);
  });

  test("has a button, a shortcut and a panel", () => {
    expect(json("manifest.json")).toMatchObject({
      action: { default_title: "__MSG_open__" },
      commands: { _execute_action: { suggested_key: { default: "Alt+Shift+P" } } },
      ...(browser === "chrome"
        ? { side_panel: { default_path: "sidepanel.html" } }
        : { sidebar_action: { default_panel: "sidepanel.html", open_at_install: false } }),
    });
  });

  test("describes itself in every language of the site", () => {
    const described = Object.keys(files).flatMap((name) => /^_locales\/([a-z]+)(?:_[A-Z]+)?\//.exec(name)?.[1] ?? []);
    expect(new Set(described)).toEqual(new Set(LOCALE_CODES));
    for (const name of Object.keys(files).filter((each) => each.startsWith("_locales/"))) {
      const { description, open, saveSelection } = json(name) as Record<string, { message: string } | undefined>;
      expect(description?.message.length, name).toBeGreaterThan(0);
      // The Chrome Web Store's limit.
      expect(description?.message.length, name).toBeLessThanOrEqual(132);
      expect([open?.message, saveSelection?.message], name).toEqual([
        expect.stringMatching(/./),
        expect.stringMatching(/./),
      ]);
    }
  });

  test("weighs at most 300 kB", () => {
    expect(bytes / KILOBYTE).toBeLessThan(MOST_KILOBYTES);
  });
});

describe("Mozilla", () => {
  let archive: Buffer;
  let files: Unzipped;

  beforeAll(async () => {
    archive = (await app.inject(`/x${extensionPath("firefox")}`)).rawPayload;
    files = unzipSync(archive);
  });

  interface Finding {
    code: string;
    file: string;
    line?: number;
    column?: number;
  }

  /** Of `web-ext lint`, and of the shop that signs extensions. */
  async function lint(): Promise<Record<"errors" | "warnings" | "notices", Finding[]>> {
    const folder = mkdtempSync(join(tmpdir(), "polyprompt-lint-"));
    try {
      const file = join(folder, "extension.zip");
      writeFileSync(file, archive);
      const { stdout } = await promisify(execFile)(process.execPath, [LINTER, file, "--output", "json"]);
      return JSON.parse(stdout) as Awaited<ReturnType<typeof lint>>;
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  test("is told what the extension sends, and tells a person before it is installed", () => {
    const manifest = JSON.parse(strFromU8(files["manifest.json"] ?? new Uint8Array())) as object;
    const gecko = {
      // From this version on Firefox asks for it, on desktops and on Android.
      strict_min_version: "142.0",
      // A search sends its words to the site, and so does a selection that a person saves. Nothing else of the pages is sent.
      data_collection_permissions: { required: ["searchTerms", "websiteContent"] },
    };
    expect(manifest).toMatchObject({ browser_specific_settings: { gecko } });
  });

  test("finds nothing wrong but two lines of React's own", async () => {
    const { errors, warnings, notices } = await lint();
    expect([...errors, ...notices]).toEqual([]);
    const found = warnings.map(({ code, file, line = 0, column = 0 }) => {
      const text = strFromU8(files[file] ?? new Uint8Array()).split("\n")[line - 1] ?? "";
      return `${code}: ${text.slice(column - 20, column + 20)}`;
    });
    // React DOM sets the HTML of an element that has dangerouslySetInnerHTML, which none of ours has, in two places.
    const inReact = expect.stringMatching(
      /^UNSAFE_VAR_ASSIGNMENT: .*\.__html!==(\w+)&&\(\w+\.innerHTML=\1\)/,
    ) as string;
    expect(found).toEqual([inReact, inReact]);
  });
});

test("there is none for another browser", async () => {
  expect((await app.inject("/x/extension/polyprompt-netscape.zip")).statusCode).toBe(404);
});
