import { readFileSync } from "node:fs";
import { defineConfig } from "wxt";
import { lingui } from "@lingui/vite-plugin";
import { PRODUCT_NAME } from "../contract/product";
import { linguiMacros } from "../vite.macros";
import { manifestLocales } from "./manifest-locales";

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
};

/** The site that the panel asks until a person sets another. A site that serves the extension puts its own address there. */
const { PUBLIC_URL = "http://localhost:3000", BASE_PATH = "" } = process.env;
const SITE = (PUBLIC_URL + BASE_PATH).replace(/\/+$/, "");

/** The browser's shortcut for the toolbar button. */
const SHORTCUT = "Alt+Shift+P";

/** The origins that a person may allow one by one: the address of another site. Nothing is granted at installation. */
const ONE_BY_ONE = ["https://*/*", "http://*/*"];

/** Firefox's own policy for extensions would turn the http of a site on one's own machine into https. */
const CONTENT_SECURITY_POLICY = "script-src 'self'; object-src 'self'";

export default defineConfig({
  srcDir: ".",
  outDir: "../dist/extension",
  outDirTemplate: "{{browser}}",
  manifestVersion: 3,
  targetBrowsers: ["chrome", "firefox"],
  imports: false,
  zip: { name: "polyprompt", artifactTemplate: "{{name}}-{{browser}}.zip", zipSources: false },
  vite: () => ({ plugins: [linguiMacros(/\/extension\/.*\.tsx?$/), lingui({ failOnCompileError: true })] }),
  hooks: {
    "build:publicAssets": (_, files) => {
      files.push(...manifestLocales(), { relativeDest: "site.json", contents: JSON.stringify({ site: SITE }) });
    },
  },
  manifest: ({ browser }) => ({
    name: PRODUCT_NAME,
    version,
    description: "__MSG_description__",
    default_locale: "en",
    permissions: ["activeTab", "contextMenus", "scripting", "storage", ...(browser === "chrome" ? ["sidePanel"] : [])],
    optional_host_permissions: ONE_BY_ONE,
    content_security_policy: { extension_pages: CONTENT_SECURITY_POLICY },
    // The picker is a frame in the pages of sites that a person has allowed. Its address is another in each session, by which no page knows it.
    web_accessible_resources: [
      {
        resources: ["picker.html"],
        matches: ONE_BY_ONE,
        ...(browser === "chrome" && { use_dynamic_url: true }),
      },
    ],
    action: { default_title: "__MSG_open__" },
    commands: { _execute_action: { suggested_key: { default: SHORTCUT } } },
    ...(browser === "chrome"
      ? { minimum_chrome_version: "120" }
      : {
          browser_specific_settings: {
            gecko: {
              id: "polyprompt@extension.invalid",
              // The first that shows a person what is sent before it installs an extension, on desktops and on Android.
              strict_min_version: "142.0",
              // A search sends its words to the site while they are typed. Nothing of the pages is sent.
              data_collection_permissions: { required: ["searchTerms", "websiteContent"] },
            },
          },
        }),
  }),
});
