import "@mantine/core/styles/default-css-variables.css";
import "@mantine/core/styles/global.css";
import "@mantine/core/styles/UnstyledButton.css";
import { createTheme, DirectionProvider, MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";

const theme = createTheme({ defaultRadius: 9, cursorType: "pointer", respectReducedMotion: true });

/** Surrounds the dialogs, menus and drawers of the component library, which pages load when they are first needed. */
export function MantineScope({ children }: { children: ReactNode }) {
  return (
    // The site itself sets the colour scheme on the document.
    <MantineProvider theme={theme} getRootElement={() => undefined} withCssVariables={false} withGlobalClasses={false}>
      <DirectionProvider initialDirection={document.dir === "rtl" ? "rtl" : "ltr"} detectDirection={false}>
        {children}
      </DirectionProvider>
    </MantineProvider>
  );
}
