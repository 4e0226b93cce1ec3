import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** The families of fonts that a browser under test can have. */
export type Fonts = keyof typeof PACKAGES;

/** Packages with the fonts, pinned: texts are as wide on every machine as on every other. */
const PACKAGES = {
  /** For the scripts of all 13 languages. */
  noto: [
    "@expo-google-fonts/noto-sans@0.4.2",
    "@expo-google-fonts/noto-sans-mono@0.4.2",
    "@expo-google-fonts/noto-sans-math@0.4.2",
    "@expo-google-fonts/noto-sans-arabic@0.4.3",
    "@expo-google-fonts/noto-sans-bengali@0.4.4",
    "@expo-google-fonts/noto-sans-devanagari@0.4.1",
    "@embedpdf/fonts-sc@1.0.0",
    "@embedpdf/fonts-jp@1.0.0",
    "@embedpdf/fonts-kr@1.0.0",
  ],
  /** Wider than most, and the only fonts of many Linux systems: a layout that holds with them has room. */
  dejavu: ["dejavu-fonts-ttf@2.37.3"],
};

const FAMILIES = {
  noto: { sans: "Noto Sans", monospace: "Noto Sans Mono" },
  dejavu: { sans: "DejaVu Sans", monospace: "DejaVu Sans Mono" },
};
/** Names that style sheets and browsers use for whatever a system has. */
const SANS = ["sans-serif", "system-ui", "sans", "serif"];

/** They take 100 MB, which nobody needs who runs the site. */
const FOLDER = resolve("node_modules", ".cache", "polyprompt-fonts");

/**
 * Installs the fonts unless they are there.
 * @returns for each family a configuration of fontconfig that knows nothing else; undefined where browsers do not use fontconfig
 */
export function installFonts(): Record<Fonts, string> | undefined {
  if (process.platform !== "linux") return undefined;
  const wanted = JSON.stringify(PACKAGES);
  const marker = join(FOLDER, "installed.json");
  if (!existsSync(marker) || readFileSync(marker, "utf8") !== wanted) {
    process.stderr.write("Installing the fonts of the tests …\n");
    mkdirSync(FOLDER, { recursive: true });
    const options = ["--prefix", FOLDER, "--no-save", "--no-package-lock", "--ignore-scripts", "--prefer-offline"];
    const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
    execFileSync("npm", ["install", ...options, ...quiet, ...Object.values(PACKAGES).flat()], { stdio: "pipe" });
    writeFileSync(marker, wanted);
  }
  return { noto: writeConfiguration("noto"), dejavu: writeConfiguration("dejavu") };
}

/** The environment in which a browser has just these fonts. */
export function fontEnvironment(file: string | undefined): Record<string, string> {
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...Object.fromEntries(inherited), ...(file && { FONTCONFIG_FILE: file }) };
}

function writeConfiguration(fonts: Fonts): string {
  const names = PACKAGES[fonts].map((name) => name.slice(0, name.lastIndexOf("@")));
  const { sans, monospace } = FAMILIES[fonts];
  const alias = (name: string, family: string) =>
    `<alias binding="same"><family>${name}</family><prefer><family>${family}</family></prefer></alias>`;
  const lines = [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    "<fontconfig>",
    ...names.map((name) => `<dir>${join(FOLDER, "node_modules", name)}</dir>`),
    `<cachedir>${join(FOLDER, "cache")}</cachedir>`,
    ...SANS.map((name) => alias(name, sans)),
    alias("monospace", monospace),
    "</fontconfig>",
  ];
  const file = join(FOLDER, `${fonts}.conf`);
  writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}
