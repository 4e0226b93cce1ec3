import "../../../contract/tokens.css";
import "../../panel/panel.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "../../panel/App";
import { followColorScheme } from "../../panel/color-scheme";
import { loadI18n } from "../../panel/i18n";
import { readSettings } from "../../panel/settings";
import { readConnection } from "../../site/connection";

followColorScheme();
const settings = await readSettings();
const [i18n, connection] = await Promise.all([loadI18n(settings.locale), readConnection(settings.site)]);
const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <App settings={settings} i18n={i18n} connection={connection} />
    </StrictMode>,
  );
