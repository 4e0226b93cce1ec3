import { describe, expect, it } from "vitest";
import { placeOf, timeZoneGroups, todaysName } from "./time-zones";

describe("the list of time zones", () => {
  it.each(["en", "de", "ja", "ar"])(
    "names each that the browser knows once, by the time that it keeps (%s)",
    (locale) => {
      const groups = timeZoneGroups("UTC", locale);
      const ids = groups.flatMap(({ zones }) => zones.map(({ id }) => id));
      expect(ids.toSorted()).toEqual(
        [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC"].map(todaysName))].toSorted(),
      );
      const nameOf = (timeZone: string) =>
        new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "longGeneric" })
          .formatToParts()
          .find(({ type }) => type === "timeZoneName")?.value;
      const groupOf = (id: string) => groups.find(({ zones }) => zones.some((zone) => zone.id === id));
      for (const id of ["Europe/Berlin", "Asia/Kolkata", "America/New_York"])
        expect(groupOf(id)?.name, id).toBe(nameOf(id));
      expect(groupOf("Europe/Paris")).toBe(groupOf("Europe/Berlin"));
    },
  );

  it("has today's spellings, also of what the account has, and each once", () => {
    const ids = timeZoneGroups("Europe/Kiev", "en").flatMap(({ zones }) => zones.map(({ id }) => id));
    for (const id of ["Europe/Kyiv", "Asia/Kolkata", "Asia/Ho_Chi_Minh", "America/Nuuk"])
      expect(ids.filter((each) => each === id)).toEqual([id]);
    for (const id of ["Europe/Kiev", "Asia/Calcutta", "Asia/Saigon", "America/Godthab"]) expect(ids).not.toContain(id);
  });

  it("keeps one that the browser does not know", () => {
    const groups = timeZoneGroups("Mars/Olympus_Mons", "en");
    expect(groups).toContainEqual({
      name: "Olympus Mons",
      zones: [{ id: "Mars/Olympus_Mons", place: "Olympus Mons" }],
    });
  });
});

it.each([
  ["Europe/Berlin", "Berlin"],
  ["America/Argentina/Buenos_Aires", "Buenos Aires, Argentina"],
  ["UTC", "UTC"],
])("the place of %s is %s", (zone, place) => {
  expect(placeOf(zone)).toBe(place);
});
