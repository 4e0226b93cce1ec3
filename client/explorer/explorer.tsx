import "graphiql/style.css";
import { GraphiQL } from "graphiql";
import { createRoot } from "react-dom/client";

/** The explorer is served at the API's own URL, so it posts to its own path. */
async function fetcher(operation: object, options?: { headers?: Record<string, string> }): Promise<never> {
  const response = await fetch(location.pathname, {
    method: "POST",
    headers: { ...options?.headers, accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify(operation),
  });
  return response.json() as Promise<never>;
}

const EXAMPLE = `# Everything public, in 13 languages. Press play, or Ctrl+Enter.
query Prompts {
  prompts(locale: EN, filter: { query: "email" }, first: 3) {
    totalCount
    nodes {
      id
      upvoteDifference
      text(locale: EN) {
        title
        content
        variables {
          name
          label
        }
      }
    }
  }
}
`;

const container = document.getElementById("explorer");
if (!container) throw new Error("The explorer page has no #explorer element.");
createRoot(container).render(
  <div style={{ blockSize: "100dvh" }}>
    <GraphiQL fetcher={fetcher} defaultQuery={EXAMPLE} />
  </div>,
);
document.body.style.margin = "0";
