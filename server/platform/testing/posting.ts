/** Where a comment is posted: in reply, on a prompt, or else on the feedback page. */
export interface PostingPlace {
  promptId?: string | null;
  parentId?: string | null;
}

/** The mutation that posts a comment, with the variable `body`. Its payload is called `posted`. */
export function posting({ promptId, parentId }: PostingPlace, selection = "comment { id } problems { code }"): string {
  const field =
    parentId != null
      ? `createReply(parentId: ${JSON.stringify(parentId)}, body: $body)`
      : promptId != null
        ? `createComment(promptId: ${JSON.stringify(promptId)}, body: $body)`
        : "createFeedback(body: $body)";
  return `mutation ($body: String!) { posted: ${field} { ${selection} } }`;
}

/** The id in the database of what has this id in the API. */
export function rowId(id: string): string {
  return id.replace(/^[a-z](?=\d)/, "");
}
