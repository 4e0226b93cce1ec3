import "graphiql/style.css";
import "./explorer.css";
import { GraphiQL } from "graphiql";
import { createRoot } from "react-dom/client";
import { PRODUCT_NAME } from "../../contract/product";
import { privateStorage } from "../session/private-storage";
import { Session } from "../session/session";
import { forgetExplorer } from "../session/typed-data";
import { PageStorage } from "./page-storage";

/** The explorer is served at the API's own URL, so it posts to its own path. */
async function fetcher(operation: object, options?: { headers?: Record<string, string> }): Promise<never> {
  const response = await fetch(location.pathname, {
    method: "POST",
    headers: { ...options?.headers, accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify(operation),
  });
  return response.json() as Promise<never>;
}

const EXAMPLE = `# Everything public, in 13 languages.
# Press play, or Ctrl+Enter.
query Prompts {
  prompts(
    locale: EN
    filter: { query: "email" }
    first: 3
  ) {
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

const session = new Session(location.pathname.replace(/\/graphql\/?$/, ""));
forgetExplorer(privateStorage(session));
forgetPageWithMember(session);

/** Logging out in another tab, or another member who comes, also ends what is written and shown here. */
function forgetPageWithMember({ account: member }: Session): void {
  session.subscribe(() => {
    const { account, loggedOut } = session;
    if (loggedOut || (member && account && account !== member)) location.reload();
    member ||= account;
  });
}

const container = document.getElementById("explorer");
if (!container) throw new Error("The explorer page has no #explorer element.");
createRoot(container).render(
  <div>
    <GraphiQL fetcher={fetcher} defaultQuery={EXAMPLE} storage={new PageStorage()}>
      <GraphiQL.Logo>
        <a href={`${session.basePath}/`}>{PRODUCT_NAME}</a>
      </GraphiQL.Logo>
    </GraphiQL>
  </div>,
);
