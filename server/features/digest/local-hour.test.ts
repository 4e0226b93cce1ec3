import { describe, expect, test } from "vitest";
import { nextHour, timeZoneOf } from "./local-hour";

const next = (hour: number, zone: string, after: string) => nextHour(hour, zone, new Date(after)).toISOString();

describe("the next hour of a day", () => {
  test.each([
    ["later today", 8, "Asia/Shanghai", "2026-05-01T23:00:00Z", "2026-05-02T00:00:00.000Z"],
    ["tomorrow, if it is that hour now", 8, "UTC", "2026-05-01T08:00:00Z", "2026-05-02T08:00:00.000Z"],
    ["where offsets have minutes", 7, "Asia/Kathmandu", "2026-05-01T00:00:00Z", "2026-05-01T01:15:00.000Z"],
    ["the moment after clocks have skipped it", 2, "Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-29T01:00:00.000Z"],
    ["the day after that", 2, "Europe/Berlin", "2026-03-29T01:00:00Z", "2026-03-30T00:00:00.000Z"],
    ["the first of two", 2, "Europe/Berlin", "2026-10-24T12:00:00Z", "2026-10-25T00:00:00.000Z"],
    ["where half an hour is skipped", 2, "Australia/Lord_Howe", "2026-10-03T12:00:00Z", "2026-10-03T15:30:00.000Z"],
    ["where midnight is skipped", 0, "America/Santiago", "2026-09-05T12:00:00Z", "2026-09-06T04:00:00.000Z"],
    ["behind the date line", 23, "Pacific/Pago_Pago", "2026-01-01T00:00:00Z", "2026-01-01T10:00:00.000Z"],
  ])("%s", (_name, hour, zone, after, expected) => {
    expect(next(hour, zone, after)).toBe(expected);
  });

  test.each([
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Africa/Casablanca",
    "America/Santiago",
    "Asia/Kolkata",
  ])("comes once on each day of a year in %s", (zone) => {
    const dayOf = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" });
    for (const hour of [0, 1, 2, 3, 12, 23]) {
      const days: string[] = [];
      for (let at = new Date("2026-01-01T12:00:00Z"); days.length < 366;) {
        // As the job does: not again within 22 hours.
        at = nextHour(hour, zone, days.length === 0 ? at : new Date(at.getTime() + 22 * 3_600_000));
        days.push(dayOf.format(at));
      }
      expect(new Set(days).size).toBe(366);
      const [first = "", last = ""] = [days[0], days.at(-1)];
      expect((Date.parse(last) - Date.parse(first)) / 86_400_000).toBe(365);
    }
  });
});

test("a time zone has a name", () => {
  expect(timeZoneOf("Europe/Paris")).toBe("Europe/Paris");
  expect(timeZoneOf("america/new_york")).toBe("America/New_York");
  for (const name of ["", "+02:00", "Mars/Base", "Europe/Paris\r\nBcc: x", "<b>", "../../etc/passwd", "a".repeat(100)])
    expect(timeZoneOf(name)).toBeUndefined();
});
