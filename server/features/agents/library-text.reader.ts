import type { DataSource } from "typeorm";
import type { Locale } from "../../../contract/locales";
import { readRows } from "../../platform/database/read-rows";

export interface LibraryRow {
  id: number;
  title: string;
  remark: string | null;
  content: string;
}

/** The library in a language, by number, in one statement; in English where a prompt lacks that language. */
export function readLibrary(dataSource: DataSource, locale: Locale): Promise<LibraryRow[]> {
  return readRows<LibraryRow>(
    dataSource,
    `select p.id, t.title, t.remark, t.content
     from prompt p
     join prompt_text t on t.prompt_id = p.id and t.locale = case when $1::text = any(p.languages) then $1::text else 'en' end
     where p.listed and p.origin = 'LIBRARY'
     order by p.id`,
    [locale],
  );
}
