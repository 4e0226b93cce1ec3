/** Places by the names that they have today. Browsers list them by the ones that CLDR keeps, some of which have been given up for decades. */
const TODAY: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

/** Places that keep the same time. */
export interface TimeZoneGroup {
  /** As the reader's language calls it, such as "Central European Time". */
  name: string;
  zones: { id: string; place: string }[];
}

/** The IANA name of a time zone, as it is spelt today. */
export function todaysName(zone: string): string {
  return TODAY[zone] ?? zone;
}

/** The place that a time zone is named after, from near to far: "Buenos Aires, Argentina". The continent goes without saying. */
export function placeOf(zone: string): string {
  const parts = zone.replaceAll("_", " ").split("/");
  return (parts.length > 1 ? parts.slice(1).reverse() : parts).join(", ");
}

/** What the browser knows, and what the account has. Naming them all takes a tenth of a second. */
export function timeZoneGroups(current: string, locale: string): TimeZoneGroup[] {
  // Older browsers do not list them.
  const all = "supportedValuesOf" in Intl ? Intl.supportedValuesOf("timeZone") : [];
  const groups = new Map<string, TimeZoneGroup>();
  for (const id of new Set([...all, "UTC", current].map(todaysName))) {
    const name = timeOf(id, locale);
    const group = groups.get(name) ?? { name, zones: [] };
    groups.set(name, group);
    group.zones.push({ id, place: placeOf(id) });
  }
  const { compare } = new Intl.Collator(locale);
  for (const { zones } of groups.values()) zones.sort((one, other) => compare(one.place, other.place));
  return [...groups.values()].sort((one, other) => compare(one.name, other.name));
}

function timeOf(zone: string, locale: string): string {
  try {
    const parts = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: "longGeneric" }).formatToParts();
    return parts.find(({ type }) => type === "timeZoneName")?.value ?? zone;
  } catch {
    // An older browser does not know today's name.
    return placeOf(zone);
  }
}
