import "../../../contract/tokens.css";
import "../../panel/panel.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App, readStart } from "../../panel/App";
import { followColorScheme } from "../../panel/color-scheme";
import { Panel } from "../../panel/Panel";
import { persister } from "../../site/query-client";

followColorScheme();
const start = await readStart();
const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <App start={start} persister={persister}>
        <Panel />
      </App>
    </StrictMode>,
  );
