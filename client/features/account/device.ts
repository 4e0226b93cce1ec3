/** The order matters: most user agents contain several of these names. */
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

export type DeviceKind = "phone" | "tablet" | "computer";

/** The browser and system of a user agent, product names that are not translated, and what kind of device it runs on. */
export function deviceOf(userAgent: string): {
  browser: string | undefined;
  system: string | undefined;
  kind: DeviceKind | undefined;
} {
  const nameOf = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = nameOf(SYSTEMS);
  return { browser: nameOf(BROWSERS), system, kind: system === undefined ? undefined : kindOf(userAgent) };
}

/** An iPad that asks for the pages of computers says that it is a Mac, and cannot be told from one. */
function kindOf(userAgent: string): DeviceKind {
  if (/\b(iPad|Tablet)\b/.test(userAgent)) return "tablet";
  if (/\bAndroid\b/.test(userAgent)) return /\bMobile\b/.test(userAgent) ? "phone" : "tablet";
  return /\b(iPhone|Mobile)\b/.test(userAgent) ? "phone" : "computer";
}
