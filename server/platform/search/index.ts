export { searchQuery } from "./search-query";
export { searchQuerySql, searchRankSql, searchVectorSql } from "./search-sql";
export { searchVector, type SearchVector, TOKENIZER_VERSION } from "./search-text";
