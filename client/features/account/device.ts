/** In this order: most browsers call themselves several of these. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, "Android"],
  [/\b(iPhone|iPad)\b/, "iOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** What a person would call the device. Names of products, so they are the same in every language. */
export function deviceOf(userAgent: string): { browser: string | undefined; system: string | undefined } {
  const nameOf = (names: typeof BROWSERS) => names.find(([sign]) => sign.test(userAgent))?.[1];
  return { browser: nameOf(BROWSERS), system: nameOf(SYSTEMS) };
}
