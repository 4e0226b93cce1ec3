/** Limits that the server enforces and the forms show. Texts are counted in grapheme clusters. */
export const LIMITS = {
  promptTitle: 120,
  promptRemark: 500,
  promptContent: 20_000,
  promptNotes: 5_000,
  promptTags: 8,
  /** Blanks in a text, repeated ones included. */
  promptBlanks: 200,
  /** Pairs of opening braces in a text, also those that begin no blank: each takes time to parse. */
  promptBraces: 1000,
  /** Label and default of a blank, each in UTF-16 code units: a text repeats them. */
  promptBlankPart: 300,
  promptRevisions: 100,
  comment: 2000,
  /** Up to which the prompts of a search are counted. */
  searchTotal: 1000,
  /** Up to which those of a list of public prompts are. */
  listTotal: 10_000,
  searchQuery: 200,
  filterTags: 27,
  /** Prompts, tags, … in one page of a connection. */
  pageSize: 100,
  defaultPageSize: 20,
  promptsByIds: 100,
  relatedPrompts: 12,
  excerpt: 600,
  /** In grapheme clusters. */
  usernameMin: 3,
  usernameMax: 32,
  email: 254,
  /** In code points. */
  passwordMin: 6,
  passwordMax: 128,
  /** Why something is reported, and what a moderator says about a decision. */
  moderationNote: 500,
  apiTokens: 20,
  apiTokenName: 60,
} as const;

/** Library prompts have smaller numbers; members' prompts are numbered from here. */
export const FIRST_COMMUNITY_PROMPT_ID = 1001;

/** The length of the excerpts on cards, in grapheme clusters. */
export const CARD_EXCERPT_LENGTH = 320;
