const ADDRESS_PARTS = /(?<=[\p{L}\p{N}])[.．｡](?=[\p{L}\p{M}-]{2})|:(?=\/\/)|(?<=\S)@(?=\S)/gu;

/** What others wrote, with gaps where a mail program would make a link of it: "https://example.org" is no address then. */
export function unlinked(text: string): string {
  return text.replace(ADDRESS_PARTS, (sign) => `${sign} `);
}
