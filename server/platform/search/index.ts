export { compoundParts, type Compounds, isCompoundOf, possibleParts } from "./compounds";
export { fold } from "./fold";
export { searchableWords, searchQuery } from "./search-query";
export { scoredTextsSql, type SearchCorpus } from "./score-sql";
export { searchQuerySql, searchRankSql, searchTermsSql, searchVectorSql, TOP_RANK } from "./search-sql";
export { CORRECTABLE, nearestWord, tolerance } from "./spelling";
export { rebuildVocabulary } from "./vocabulary";
export { writtenForm } from "./written-form";
export { searchVector, type SearchVector, TOKENIZER_VERSION } from "./search-text";
