import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** The families of fonts that a browser under test can have. */
export type Fonts = keyof typeof PACKAGES;

/** Packages with the fonts: texts are as wide on every machine as on every other. */
const PACKAGES = {
  /** For the scripts of all 13 languages. */
  noto: [
    "@expo-google-fonts/noto-sans",
    "@expo-google-fonts/noto-sans-mono",
    "@expo-google-fonts/noto-sans-math",
    "@expo-google-fonts/noto-sans-arabic",
    "@expo-google-fonts/noto-sans-bengali",
    "@expo-google-fonts/noto-sans-devanagari",
    "@embedpdf/fonts-sc",
    "@embedpdf/fonts-jp",
    "@embedpdf/fonts-kr",
  ],
  /** Wider than most, and the only fonts of many Linux systems: a layout that holds with them has room. */
  dejavu: ["dejavu-fonts-ttf"],
};

const FAMILIES = {
  noto: { sans: "Noto Sans", monospace: "Noto Sans Mono" },
  dejavu: { sans: "DejaVu Sans", monospace: "DejaVu Sans Mono" },
};
/** Names that style sheets and browsers use for whatever a system has. */
const SANS = ["sans-serif", "system-ui", "sans", "serif"];

const FOLDER = resolve("node_modules", ".cache", "polyprompt-fonts");

/** @returns for each family a configuration of fontconfig that knows nothing else; undefined where browsers do not use fontconfig */
export function fontConfigurations(): Record<Fonts, string> | undefined {
  if (process.platform !== "linux") return undefined;
  mkdirSync(FOLDER, { recursive: true });
  return { noto: writeConfiguration("noto"), dejavu: writeConfiguration("dejavu") };
}

/** The environment in which a browser has just these fonts. */
export function fontEnvironment(file: string | undefined): Record<string, string> {
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...Object.fromEntries(inherited), ...(file && { FONTCONFIG_FILE: file }) };
}

function writeConfiguration(fonts: Fonts): string {
  const { sans, monospace } = FAMILIES[fonts];
  const alias = (name: string, family: string) =>
    `<alias binding="same"><family>${name}</family><prefer><family>${family}</family></prefer></alias>`;
  const lines = [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    "<fontconfig>",
    ...PACKAGES[fonts].map((name) => `<dir>${resolve("node_modules", name)}</dir>`),
    `<cachedir>${join(FOLDER, "cache")}</cachedir>`,
    ...SANS.map((name) => alias(name, sans)),
    alias("monospace", monospace),
    "</fontconfig>",
  ];
  const file = join(FOLDER, `${fonts}.conf`);
  writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}
