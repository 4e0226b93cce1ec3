import type { MigrationInterface, QueryRunner } from "typeorm";

export class EstimateTitles20261125131700 implements MigrationInterface {
  readonly name = "EstimateTitles20261125131700";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("drop function search_title_estimate");
  }
}

const UP = [
  // In how many titles of public texts a query's words occur, by the statistics of the index.
  `create function search_title_estimate(query tsquery) returns float8 language plpgsql as $$
   declare plan json;
   begin
     execute format('explain (format json) select from prompt_search where ts_filter(head, ''{a}'') @@ %L::tsquery', query) into plan;
     return plan -> 0 -> 'Plan' ->> 'Plan Rows';
   end $$`,
];
