import type { DataSource } from "typeorm";
import type { Locale } from "../../../contract/locales";
import { Parameters, readRows } from "../../platform/database/read-rows";
import { type Connection, readPage } from "../../platform/graphql/connection";
import { keysetConditions, keysetOrder, pageWindow } from "../../platform/graphql/page-window";
import type { PageArgs } from "../../platform/graphql/page.args";
import { Tag, tagStore } from "../tag";
import { PromptRevision, PromptRevisionConnection } from "./prompt-revision.type";
import type { PromptTextRow } from "./prompt.row";

interface RevisionRow {
  number: number;
  source_locale: Locale;
  tag_ids: number[];
  texts: PromptTextRow[];
  created_at: Date;
}

/** The former versions of a prompt, the newest first. */
export async function readRevisions(
  dataSource: DataSource,
  promptId: number,
  args: PageArgs,
): Promise<Connection<PromptRevision>> {
  const store = await tagStore(dataSource);
  return readPage(PromptRevisionConnection, pageWindow(args, { direction: "DESC", key: "integer", sort: "NUMBER" }), {
    read: (window) => {
      const { bind, values } = new Parameters();
      const where = [`prompt_id = ${bind(promptId)}`, ...keysetConditions(window, "number", "number", bind)];
      return readRows<RevisionRow>(
        dataSource,
        `select number, source_locale, tag_ids, texts, created_at from prompt_revision where ${where.join(" and ")}
         order by ${keysetOrder(window, "number", "number")} limit ${bind(window.limit)}`,
        values,
      );
    },
    count: async () => {
      const text = "select count(*)::int as count from prompt_revision where prompt_id = $1";
      return (await readRows<{ count: number }>(dataSource, text, [promptId]))[0]?.count ?? 0;
    },
    position: ({ number }) => ({ key: number, id: number }),
    node: ({ number, source_locale: sourceLocale, tag_ids, texts, created_at: createdAt }) =>
      Object.assign(new PromptRevision(), {
        number,
        createdAt,
        sourceLocale,
        texts,
        tags: tag_ids.flatMap((id) => store.byId(id) ?? []).map((tag) => new Tag(tag)),
      }),
  });
}
