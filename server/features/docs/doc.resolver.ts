import { Arg, Query, Resolver } from "type-graphql";
import type { Locale } from "../../../contract/locales";
import { Access } from "../../platform/graphql/access";
import { LocaleEnum } from "../../platform/graphql/enums";
import { docStore } from "./doc.store";
import { Doc } from "./doc.type";

@Resolver()
export class DocResolver {
  @Access("public")
  @Query(() => Doc, { nullable: true, description: "A page of the docs; null when there is none at that path." })
  async doc(
    @Arg("locale", () => LocaleEnum, { description: "The language that is wanted." }) locale: Locale,
    @Arg("path", () => String, { description: 'The address below /docs/, such as "privacy-policy".' }) path: string,
  ): Promise<Doc | null> {
    const stored = await docStore.find(locale, path);
    return stored && new Doc(stored);
  }
}
