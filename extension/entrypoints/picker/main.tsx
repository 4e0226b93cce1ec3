import "../../../contract/tokens.css";
import "../../panel/panel.css";
import "../../picker/picker.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App, readStart } from "../../panel/App";
import { followColorScheme } from "../../panel/color-scheme";
import { pageField } from "../../picker/page-field";
import { Picker } from "../../picker/Picker";
import { reader } from "../../site/query-client";

const greeted = pageField();
followColorScheme();
const [field, start] = await Promise.all([greeted, readStart()]);
const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <App start={start} persister={reader}>
        <Picker field={field} />
      </App>
    </StrictMode>,
  );
