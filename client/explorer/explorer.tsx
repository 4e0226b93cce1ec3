import "graphiql/style.css";
import "./explorer.css";
import { GraphiQL } from "graphiql";
import { createRoot } from "react-dom/client";
import { COPY_QUERIES } from "../../contract/copy-queries";
import { PRODUCT_NAME } from "../../contract/product";
import { privateStorage } from "../session/private-storage";
import { Session } from "../session/session";
import { forgetExplorer } from "../session/typed-data";
import { fetcher } from "./fetcher";
import { PageStorage } from "./page-storage";

const READING = `# What is public needs no token.
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

const COPYING = `# All texts in all languages, to
# keep a copy; see the docs.
# $since and $after: Variables.
${COPY_QUERIES}`;

const WITH_TOKEN = `# A token goes into the header
# below. Members make one in
# their settings.
query Token {
  apiToken {
    name
    scope
    expiresAt
  }
  viewer {
    user {
      username
    }
  }
}
`;

const TOKEN_HEADER = JSON.stringify({ authorization: "Bearer <token>" }, null, 2);

const LISTENING = `# Press play. What is written
# on the feedback page is told
# here until you stop.
subscription Live {
  live(feedback: true) {
    kind
    promptId
    commentId
  }
}
`;

const TABS = [
  { query: READING },
  { query: COPYING },
  { query: WITH_TOKEN, headers: TOKEN_HEADER },
  { query: LISTENING },
];

const session = new Session(location.pathname.replace(/\/graphql\/?$/, ""));
forgetExplorer(privateStorage(session));

/** With the schema, which begins with how to use the API. GraphiQL's own setting, `visiblePlugin`, leaves the pane out of sight (4.1.2). */
function openDocumentation(): void {
  document.querySelector<HTMLElement>('[aria-label="Show Documentation Explorer"]')?.click();
}

/** GraphiQL leaves the pane scrolled to where one was on the former page (4.1.2). Before it acts: the link is gone afterwards. */
document.addEventListener(
  "click",
  ({ target }) => {
    if (target instanceof Element && target.closest(".graphiql-doc-explorer a"))
      target.closest(".graphiql-plugin")?.scrollTo(0, 0);
  },
  { capture: true },
);

const container = document.getElementById("explorer");
if (!container) throw new Error("The explorer page has no #explorer element.");
createRoot(container).render(
  <div>
    <GraphiQL
      fetcher={fetcher}
      defaultTabs={TABS}
      defaultQuery=""
      defaultEditorToolsVisibility="headers"
      schemaDescription
      onSchemaChange={openDocumentation}
      storage={new PageStorage()}
    >
      <GraphiQL.Logo>
        <a href={`${session.basePath}/`}>{PRODUCT_NAME}</a>
      </GraphiQL.Logo>
    </GraphiQL>
  </div>,
);
