import { registerEnumType } from "type-graphql";
import { LOCALES, type Locale } from "../../../contract/locales";

/** The GraphQL names are upper case (`ZH`); the values are the codes used everywhere else (`zh`). */
export const LocaleEnum = Object.fromEntries(LOCALES.map(({ code }) => [code.toUpperCase(), code])) as Record<
  string,
  Locale
>;

registerEnumType(LocaleEnum, {
  name: "Locale",
  description: "A language of the site. The page's address names it in lower case; ZH is the default.",
  valuesConfig: Object.fromEntries(LOCALES.map(({ code, name }) => [code.toUpperCase(), { description: name }])),
});

export enum OrderDirection {
  ASC = "ASC",
  DESC = "DESC",
}

registerEnumType(OrderDirection, {
  name: "OrderDirection",
  description: "The direction of a sort. Ties are broken by id in the same direction.",
  valuesConfig: {
    ASC: { description: "Lowest, oldest or first letter first." },
    DESC: { description: "Highest, newest or last letter first." },
  },
});
